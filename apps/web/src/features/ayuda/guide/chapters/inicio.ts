import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'inicio',
  area: 'Empezar',
  title: 'Inicio y los primeros pasos',
  about:
    'Inicio muestra lo emitido, lo que pide atención y, hasta que la empresa emita en Producción, los cinco primeros pasos.',
  picture: {
    name: 'inicio',
    alt: 'Inicio: lo emitido por tipo, qué hacer ahora y los primeros pasos',
    screen: 'inicio',
    panel: 'Primeros pasos',
  },
  steps: [
    'Complete los datos de la empresa: la dirección sale en cada comprobante.',
    'Cargue el certificado digital.',
    'Registre sus secuencias.',
    'Firme y envíe su primer comprobante.',
    'Pase la certificación de la DGII.',
  ],
  notes: [
    'Los demás datos (sucursales, actividad, agente de retención, envío diferido) están en **Configuración**, pestaña **General**. Un comprobante que indica otros lleva los suyos.',
    'Cada paso tiene un botón que lleva a su pantalla, y se marca solo cuando está hecho. Si usted no puede hacerlo, dice quién lo hace.',
    '**Qué hacer ahora** avisa de rechazos, de comprobantes sin respuesta y de secuencias o certificados por vencer.',
  ],
  tasks: [
    {
      id: 'primera-factura',
      title: 'Cómo emitir la primera factura',
      steps: [
        'En **Inicio**, siga **Primeros pasos**: complete los datos de la empresa y cargue el certificado digital.',
        'En **Configuración**, pestaña **Secuencias**, pulse **Registrar rango** y copie el que la DGII le autorizó. En el ambiente de Pruebas, **Usar los rangos de prueba de la DGII** los registra todos.',
        'Abra **Nueva Factura** y elija el **Tipo de comprobante**: 31 si el cliente quiere crédito fiscal, 32 si es consumidor final.',
        'Escriba el RNC o el nombre del comprador y, en **Líneas**, cada producto con su cantidad y su precio.',
        'Mire **Vista previa** y pulse **Emitir**. En Producción se confirma con **Emitir en Producción**.',
        'Siga su estado en **Facturas Emitidas**: cambia solo cuando la DGII responde.',
      ],
      terms: ['tipo de e-CF', 'secuencia', 'ambiente'],
    },
  ],
};
