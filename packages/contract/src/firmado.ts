import { route } from '@timbre/route';
import { Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { comoArchivo, sizeText } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'firmado',
  nombre: 'Firmado Digital',
  titulo: 'Firmado Digital',
  ruta: '/firmado-digital',
  icono: 'signature',
  seccion: 'Seguridad',
  lugar: 1,
  soloRoot: false,
  policy: 'emitir',
} as const satisfies MenuItem;

/** Constants that its screen needs at run time. */
export const constants = {
  /** The files that are signed, by the ending of their names, with the name of the format. */
  formatosDeFirma: { pdf: 'PDF', xml: 'XML', txt: 'TXT' },
  /** Corners of a page in which the visible stamp may be placed. */
  esquinas: {
    'abajo-derecha': 'Abajo, derecha',
    'abajo-izquierda': 'Abajo, izquierda',
    'arriba-derecha': 'Arriba, derecha',
    'arriba-izquierda': 'Arriba, izquierda',
  },
  /** Most bytes of a file. */
  maximoDelArchivo: 10_485_760,
} as const;

export const { formatosDeFirma, esquinas, maximoDelArchivo } = constants;

export type FormatoDeFirma = keyof typeof formatosDeFirma;
export type Esquina = keyof typeof esquinas;

const cierto = Type.String({ pattern: '^([Tt]rue|TRUE|[Ff]alse|FALSE)?$', examples: ['true'] });

/**
 * Signs a file with the company's certificate: a PDF by PAdES, an XML by XMLDSig, a text by CAdES. The answer is the signed
 * file; of a text, a `.p7m` that has the text inside, or its `.p7s` alone with `firma_separada`. An e-CF or an RFCE takes its
 * number, as in `/api/XmlSigner/SignXmlFromDb`.
 */
export const firmarDocumento = route({
  method: 'POST',
  path: '/api/documentos/firmar',
  summary: 'Firmar un archivo pdf, xml o txt con el certificado de la empresa',
  policy: 'emitir',
  stepUp: 'libre',
  menu: menu.id,
  bodyKind: 'multipart',
  form: {
    file: {
      kind: 'file',
      required: true,
      description: `pdf (hasta 200 páginas), xml o txt, según su nombre, de hasta ${sizeText(maximoDelArchivo)}`,
      missing: { code: 'firmado/archivo', detail: 'Falta el archivo (campo file)' },
    },
    rnc: {
      kind: 'text',
      required: true,
      description: 'RNC de la empresa',
      missing: { code: 'firmado/sin-rnc' },
    },
    incluir_fecha: {
      kind: 'text',
      description: 'false: la firma no dice cuándo se hizo. Por omisión, true',
      schema: cierto,
    },
    sello_esquina: {
      kind: 'text',
      description: 'Solo pdf: esquina de un sello visible. Sin ella, la firma no se ve',
      schema: Type.Enum(Object.keys(esquinas) as Esquina[]),
    },
    sello_pagina: {
      kind: 'text',
      description: 'Solo pdf: página del sello, desde 1, o ultima. Por omisión, 1',
      schema: Type.String({ pattern: '^([1-9][0-9]{0,2}|ultima)$', examples: ['ultima'] }),
    },
    firma_separada: {
      kind: 'text',
      description: 'Solo txt, true: un .p7s sin el texto, en vez de un .p7m con el texto dentro',
      schema: cierto,
    },
  },
  maxBodyBytes: 11_000_000,
  ...comoArchivo('pdf', 'xml', 'p7m', 'p7s'),
});

/** Its refusals. */
export const problems = {
  'firmado/archivo': { status: 422, title: 'El archivo no se puede firmar' },
  'firmado/sin-rnc': { status: 422, title: 'No se ha configurado un RNC. Ve a Configuración primero.' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'archivo.firmado': {
    grupo: 'certificado',
    frase: ({ archivo, titular }) => `Firmó el archivo ${archivo} con el certificado de ${titular}`,
  },
} as const satisfies Kinds;

/** Examples of its calls. */
export const examples = {
  firmarDocumento: { form: { file: '@declaracion.txt', rnc: '$RNC', incluir_fecha: 'true' }, status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
