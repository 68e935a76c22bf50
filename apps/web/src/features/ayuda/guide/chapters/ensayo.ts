import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'ensayo',
  area: 'Certificarse',
  title: 'Ensayo y certificación',
  about: 'Antes de emitir se puede ensayar: Timbre firma, y una DGII de prueba responde, sin gastar números.',
  picture: { name: 'ensayo', alt: 'Excel a e-CF con el modo desarrollo', screen: 'excel' },
  steps: [
    'En **Excel a e-CF** deje encendido **Modo desarrollo**: nada de lo que haga se emite.',
    'Procese el libro, firme y envíe: verá qué diría la DGII de cada comprobante.',
    'Para certificarse, solicite el ambiente Certificación en **Configuración**, pestaña **General**.',
    'Descargue el set de pruebas en el portal de la DGII, apague **Modo desarrollo**, pulse **Autenticar**, procéselo y envíelo.',
    'Cuando la DGII lo certifique, solicite el ambiente Producción y registre las secuencias de Producción.',
  ],
  notes: [
    'Los valores del set se envían tal como vienen en el libro: la DGII los compara uno por uno.',
    'Un XML ya hecho, de cualquier proveedor y firmado o no, se ensaya en **Ensayar un XML**, desde la pantalla para entrar o la paleta (Ctrl K): explica su firma, su estructura, sus montos y su código QR, y no guarda nada.',
  ],
  terms: ['certificación', 'ambiente'],
  tasks: [
    {
      id: 'pasar-a-produccion',
      title: 'Cómo pasar a Producción',
      steps: [
        'Termine la certificación: la DGII le confirma que puede emitir.',
        'En **Configuración**, pestaña **General**, pulse **Generar Secret Key** y guárdela: autoriza los cambios de ambiente.',
        'En **Empresa y ambiente** elija Producción en **Ambiente**, escriba la Secret Key y pulse **Aceptar**.',
        'Pulse **Guardar Configuración**. La solicitud espera a que el administrador de la plataforma la apruebe.',
        'Cuando la insignia de la barra diga PROD, registre en **Secuencias** los rangos de Producción y emita.',
      ],
      notes: [
        'Desde entonces cada comprobante es válido ante la DGII. Lo emitido en Pruebas y Certificación no se declara.',
      ],
      terms: ['ambiente', 'certificación'],
    },
    {
      id: 'ensayar-xml',
      title: 'Cómo ensayar un XML antes de enviarlo',
      steps: [
        'Abra **Ensayar un XML** en la pantalla para entrar, sin usuario.',
        'Suelte el archivo, o pegue su texto.',
        'Lea qué diría la DGII: su firma, su estructura, sus montos y su código QR. No se guarda nada.',
      ],
    },
  ],
};
