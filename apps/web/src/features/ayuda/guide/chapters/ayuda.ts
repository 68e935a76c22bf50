import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'ayuda',
  area: 'Cuando algo falla',
  title: 'La ayuda',
  about: 'Junto a los términos fiscales hay un signo de interrogación.',
  picture: {
    name: 'ayuda',
    alt: 'La explicación del código de seguridad, abierta en el detalle de una factura',
    screen: 'facturas',
    press: ['^E\\d{12}$', '^Qué es código de seguridad$'],
  },
  steps: [
    'Púlselo, o llegue a él con el tabulador y pulse Intro: verá la regla, un ejemplo y el documento que la dice. Se cierra con Escape.',
    'Todos los términos están en el menú de su usuario, en **Ayuda: términos fiscales**, con un buscador.',
    'Cada error y cada mensaje de la DGII lleva su código, que abre su artículo: qué significa, por qué ocurre, qué hacer y qué pasa con el número. La **Enciclopedia de códigos** los tiene todos, con un buscador.',
    'La tecla **?** lista los atajos de teclado, y **Ctrl K** abre la paleta para ir a cualquier pantalla, factura o código.',
  ],
  tasks: [
    {
      id: 'pedir-ayuda',
      title: 'Cómo pedir ayuda con un error',
      steps: [
        'Lea el código del mensaje y púlselo: su artículo dice por qué ocurre y qué hacer.',
        'Si no basta, copie el código y la hora y envíelos a quien administra Timbre. No envíe contraseñas ni certificados.',
        'Quien administra descarga el paquete de soporte, que no lleva datos de su empresa: ver [Administrar la plataforma](/guia/plataforma#paquete-de-soporte).',
      ],
    },
  ],
};
