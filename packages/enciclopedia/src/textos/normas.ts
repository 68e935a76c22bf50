import type { TextosSueltos } from '../texto.ts';

/** Norms that no rule checks, because what they depend on is not in a document. */
export const normas = {
  'NORMA-CALENDARIO': {
    titulo: 'Plazo de cada clase de contribuyente para facturar con e-CF',
    significa:
      'La Ley 32-23 da 12 meses desde el 16-05-2023 a los grandes nacionales, 24 a los grandes locales y medianos, y 36 a los pequeños, micro y no clasificados.',
    causa:
      'La DGII prorrogó hasta el 15-11-2025 a los grandes locales y medianos (Aviso 12-25), y hasta el 15-11-2026 a los pequeños y micro, según publicaciones de terceros: sin confirmar.',
    remedio:
      'Busque su clase en la lista que publica la DGII y confirme el plazo con ella. En Certificación está cómo hacerse emisor electrónico.',
    numero: 'no-aplica',
    fuente: 'Ley 32-23, artículo 37 y sus párrafos',
    relacionados: ['NORMA-SERIE-B'],
  },
  'NORMA-SERIE-B': {
    titulo: 'Fin de la serie B: solo en contingencia',
    significa:
      'Desde el 31-12-2025 las secuencias B de los grandes nacionales no valen; solo se usan en contingencia, según el capítulo IX del Decreto 587-24.',
    causa:
      'Lo dice el Aviso 25-25 de la DGII, según publicaciones de terceros. Facturar sin e-CF está entre las infracciones del artículo 26 de la Ley 32-23: numerales 1, 2, 8 a 10 y 13 a 16.',
    remedio:
      'Emita con la serie E. Si tuvo que usar la serie B en contingencia, reemplácela con un e-CF de código de modificación 4.',
    numero: 'no-aplica',
    fuente: 'DGII, Aviso 25-25, citado por terceros; Ley 32-23, artículos 21 y 26; Informe Técnico §18, p. 49',
    relacionados: ['NORMA-CALENDARIO', 'ECF-REFERENCIA-05'],
  },
  'NORMA-CONTINGENCIA': {
    titulo: 'Plazos de la contingencia y del envío diferido',
    significa:
      'Lo emitido sin conexión se envía en 72 horas, y lo diferido en 24. La serie B se usa hasta 15 días calendario, y se reemplaza en 30. Si la DGII no funciona más de 15 días laborables, hay un reporte alterno.',
    causa:
      'Son los plazos del Decreto 587-24, artículos 39 a 43, según publicaciones de terceros: sin confirmar. Las 72 y las 24 horas están también en las leyendas de los modelos de la DGII.',
    remedio:
      'Timbre envía solo lo que quedó sin enviar. Avise a la DGII de la contingencia, reemplace cada comprobante de la serie B con el código de modificación 4 y confirme los plazos con ella.',
    numero: 'no-aplica',
    fuente:
      'Decreto 587-24 (reglamento de la Ley 32-23), artículos 39 a 43, citado por terceros; Representación Impresa, modelos 3.1 y 4.1; Informe Técnico §18, p. 49',
    relacionados: ['NORMA-SERIE-B', 'ECF-DIFERIDO-01'],
  },
} as const satisfies TextosSueltos;
