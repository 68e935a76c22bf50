import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'plataforma',
  area: 'La plataforma',
  title: 'Administrar la plataforma',
  about: 'Para quien administra la instalación: registra empresas, aprueba lo que piden y cuida lo que comparten.',
  tasks: [
    {
      id: 'registrar-empresa',
      title: 'Cómo registrar una empresa',
      steps: [
        'Abra **Registrar Empresa** y escriba el RNC, la razón social, el correo y una contraseña.',
        'Pulse **Registrarse** y entregue a la empresa su contraseña y su Secret Key.',
        'La empresa entra con su RNC y sigue sus **Primeros pasos**.',
      ],
    },
    {
      id: 'aprobar-solicitudes',
      title: 'Cómo aprobar un cambio de ambiente',
      steps: [
        'Abra **Aprobaciones de Ambientes**: dice qué empresa pide qué ambiente.',
        'Antes de aprobar Producción, compruebe que la DGII la certificó.',
        'Pulse **Aprobar**, o **Rechazar** con su motivo: la empresa lo lee.',
      ],
    },
    {
      id: 'dar-accesos',
      title: 'Cómo decidir qué pantallas usa una empresa',
      steps: [
        'Abra **Configuración de Accesos** y elija el **Cliente**.',
        'Encienda o apague cada pantalla: se guarda al momento.',
      ],
    },
    {
      id: 'importar-contribuyentes',
      title: 'Cómo cargar el registro de contribuyentes',
      steps: [
        'Descargue DGII_RNC.zip del portal de la DGII.',
        'Abra **Registro de contribuyentes**, pulse **Elegir archivo** y después **Importar registro**.',
        'El registro anterior sirve hasta que el nuevo está completo.',
      ],
    },
    {
      id: 'cargar-tasas',
      title: 'Cómo cargar las tasas del selectivo',
      steps: [
        'Abra **Tasas del selectivo** y elija el trimestre de la resolución.',
        'Pulse **Cargar tasas**, copie los valores y la **Resolución de la DGII**, y pulse **Guardar**.',
      ],
    },
    {
      id: 'paquete-de-soporte',
      title: 'Cómo preparar el paquete de soporte',
      steps: [
        'En **Inicio**, con el usuario que administra la plataforma, pulse **Descargar paquete de soporte**.',
        'Confirme con su contraseña. La descarga queda en la auditoría.',
        'Lea `leame.txt`: dice qué hay en el paquete y qué no. No lleva claves, personas, RNC ni comprobantes.',
        'Envíelo a quien le da soporte, con la hora y el identificador del error.',
      ],
      notes: ['Sin la pantalla, la orden `npm run timbre -- soporte` hace el mismo paquete en el servidor.'],
    },
  ],
};
