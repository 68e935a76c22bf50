import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'certificado',
  area: 'Empezar',
  title: 'El certificado digital',
  about: 'Sin certificado no se firma, y sin firma no hay comprobante.',
  picture: {
    name: 'certificado',
    alt: 'Configuración, pestaña General: la empresa, su ambiente y su certificado',
    screen: 'configuracion-general',
    panel: 'Certificado Digital',
  },
  notes: ['El archivo y su contraseña se guardan cifrados. Solo un administrador los cambia o los descarga.'],
  terms: ['certificado digital', 'firmante delegado'],
  tasks: [
    {
      id: 'cargar-certificado',
      title: 'Cómo cargar el certificado digital',
      steps: [
        'Abra **Configuración**, pestaña **General**.',
        'En **Certificado Digital** pulse **Elegir archivo .p12** y escriba su contraseña dos veces.',
        'Guarde. Timbre comprueba que la contraseña abre el archivo y muestra el titular y la vigencia.',
      ],
    },
    {
      id: 'cambiar-certificado',
      title: 'Cómo cambiar el certificado digital',
      steps: [
        'Pida el certificado nuevo a su prestadora antes de que el actual venza. Si firma otra persona, deléguele el rol de Firmante en la Oficina Virtual.',
        'Abra **Configuración**, pestaña **General**, y en **Certificado Digital** pulse **Reemplazar**.',
        'Pulse **Elegir archivo .p12** y escriba su contraseña dos veces.',
        'Pulse **Guardar**. Vea que el titular y la vigencia son los del nuevo.',
      ],
      notes: [
        'Lo firmado antes sigue valiendo. El anterior queda en **Certificados anteriores**.',
        'Si la DGII rechaza lo firmado porque quien firma no tiene el rol, el número no se gasta: delegue y envíe de nuevo.',
      ],
    },
  ],
};
