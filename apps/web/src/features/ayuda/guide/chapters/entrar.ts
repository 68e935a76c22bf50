import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'entrar',
  area: 'Empezar',
  title: 'Entrar',
  about:
    'Timbre se usa en el navegador. Cada persona tiene su usuario; el primer usuario de una empresa entra con el RNC.',
  picture: { name: 'entrar', alt: 'La pantalla para entrar: RNC, contraseña e Iniciar Sesión', screen: 'login' },
  steps: [
    'Escriba el RNC de la empresa, su correo o su nombre de usuario, y la contraseña.',
    'Pulse **Iniciar Sesión**. Si tiene la verificación en dos pasos, escriba el código de su aplicación.',
    'Si trabaja con varias empresas, cambie de una a otra en la barra de arriba.',
  ],
  notes: [
    'Con **¿Olvidó su contraseña?** recibe un enlace para elegir otra. Vence a los 30 minutos.',
    'La insignia de la barra dice el ambiente: TEST, CERT o PROD. Fuera de Producción, una línea ámbar corre sobre la página; SIMULADO significa que responde una DGII de prueba.',
  ],
  terms: ['ambiente'],
  tasks: [
    {
      id: 'contrasena-olvidada',
      title: 'Cómo entrar si olvidó la contraseña',
      steps: [
        'En la pantalla para entrar pulse **¿Olvidó su contraseña?**.',
        'Escriba su correo y pulse **Pedir el enlace**.',
        'Abra el enlace que recibe: vence a los 30 minutos. Escriba la contraseña nueva dos veces y pulse **Guardar contraseña**.',
      ],
      notes: [
        'Si no llega ningún correo, un administrador de su empresa le envía un enlace desde **Usuarios**, en la fila de su usuario.',
      ],
    },
    {
      id: 'cambiar-contrasena',
      title: 'Cómo cambiar su contraseña',
      steps: [
        'Abra **Usuarios** y busque **Mi contraseña**.',
        'Escriba la contraseña actual y la nueva dos veces.',
        'Pulse **Cambiar mi contraseña**: sus demás sesiones se cierran.',
      ],
    },
    {
      id: 'otra-empresa',
      title: 'Cómo trabajar con varias empresas',
      steps: [
        'Pida a cada empresa que le cree un usuario con su correo: recibirá un código.',
        'Abra el menú de su usuario y elija **Empresas e invitaciones**.',
        'Escriba el código en **Código de invitación** y pulse **Aceptar invitación**.',
        'Para pasar de una a otra, pulse **Cambiar** en la misma ventana, o elija la empresa en la barra de arriba.',
      ],
    },
  ],
};
