import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { Ambiente, orNull } from './shared.ts';

/** Constants that its screen needs at run time. */
export const constants = {
  /** The checks, in their order, with their names. */
  comprobaciones: {
    forma: 'Forma del XML',
    estructura: 'Estructura oficial',
    firma: 'Firma digital',
    certificado: 'Certificado',
    aritmetica: 'Aritmética',
    reglas: 'Reglas de la DGII',
    referencias: 'Referencias',
    qr: 'Código QR',
    codigoSeguridad: 'Código de seguridad',
  },
  /** The results of a check, with their names. */
  estadosDeEnsayo: {
    bien: 'Bien',
    advertencia: 'Advertencia',
    mal: 'Mal',
    'no-verificable': 'No verificable',
  },
  /** Most bytes of a document; the receiver accepts no larger one. */
  maximoDelXml: 5_000_000,
} as const;

export const { comprobaciones, estadosDeEnsayo, maximoDelXml } = constants;

export type NombreDeComprobacion = keyof typeof comprobaciones;
export type EstadoDeEnsayo = keyof typeof estadosDeEnsayo;

const names = <Name extends string>(table: Readonly<Record<Name, string>>) => Object.keys(table) as Name[];
const TextOrNull = orNull(Type.String());

/** A finding of a check. */
export const Hallazgo = Type.Object({
  codigo: Type.String({ description: 'Código de la enciclopedia, como ECF-TOTALES-16' }),
  grado: Type.Enum(['advertencia', 'mal', 'no-verificable']),
  ruta: Type.String({ description: 'Elemento, como Encabezado.Totales.MontoTotal; vacía si es todo el documento' }),
  mensaje: Type.String(),
  fuente: Type.String({ description: 'Documento que lo exige' }),
});
export type Hallazgo = Static<typeof Hallazgo>;

/** One check of a document. */
export const Comprobacion = Type.Object({
  nombre: Type.Enum(names(comprobaciones)),
  estado: Type.Enum(names(estadosDeEnsayo), {
    description: 'El más grave de sus hallazgos; sin ellos, bien o no verificable',
  }),
  detalle: Type.String({ description: 'Qué se miró, o por qué no se pudo' }),
  hallazgos: Type.Array(Hallazgo),
  omitidos: Type.Integer({ description: 'Hallazgos que no caben en la respuesta' }),
});
export type Comprobacion = Static<typeof Comprobacion>;

/** Fields read from a document. */
export const Leido = Type.Object({
  documento: Type.Enum(['ECF', 'RFCE']),
  tipo: TextOrNull,
  eNCF: TextOrNull,
  rncEmisor: TextOrNull,
  razonSocialEmisor: TextOrNull,
  comprador: orNull(Type.String(), { description: 'RNC, o identificador extranjero' }),
  razonSocialComprador: TextOrNull,
  montoTotal: TextOrNull,
  totalITBIS: TextOrNull,
  fechaEmision: TextOrNull,
  fechaFirma: TextOrNull,
});
export type Leido = Static<typeof Leido>;

/** The certificate that a signature carries. */
export const CertificadoLeido = Type.Object({
  titular: Type.String(),
  identificacion: orNull(Type.String(), { description: 'RNC, cédula o pasaporte' }),
  emisor: Type.String(),
  desde: Type.String({ format: 'date-time' }),
  hasta: Type.String({ format: 'date-time' }),
});
export type CertificadoLeido = Static<typeof CertificadoLeido>;

/** The QR code that a printed form must have in an environment: its address, and its strokes in a square. */
export const QrDeEnsayo = Type.Object({
  ambiente: Ambiente,
  url: Type.String(),
  lado: Type.Integer(),
  trazo: Type.String({ description: 'Trazo (path) de un SVG de ese lado' }),
});
export type QrDeEnsayo = Static<typeof QrDeEnsayo>;

export const Ensayo = Type.Object({
  leido: orNull(Leido, { description: 'Nulo si no es un e-CF ni un RFCE' }),
  certificado: orNull(CertificadoLeido),
  codigoSeguridad: TextOrNull,
  qr: Type.Array(QrDeEnsayo, { description: 'Uno por ambiente; ninguno si no se puede armar' }),
  comprobaciones: Type.Array(Comprobacion),
});
export type Ensayo = Static<typeof Ensayo>;

/**
 * Examines an e-CF or an RFCE of any provider, signed or not. Nothing of it is stored or logged, no number is taken, and no
 * authority is asked. Faults of the document are part of the answer: a file that is not XML gets an answer too.
 */
export const ensayar = route({
  method: 'POST',
  path: '/api/ensayo',
  summary: 'Ensayar un e-CF o RFCE de cualquier proveedor: firma, estructura, aritmética, reglas y QR',
  policy: 'publico',
  beforeTotp: true,
  bodyKind: 'multipart',
  form: {
    xml: {
      kind: 'file',
      required: true,
      description: 'e-CF o RFCE, firmado o no, en UTF-8 y de hasta 5,000,000 bytes: de uno mayor se dice que no se lee',
      missing: { code: 'xml/invalido', detail: 'Falta el archivo XML (campo xml)' },
    },
    factura: {
      kind: 'file',
      description: 'Solo con un RFCE: su factura completa y firmada, para comparar los dos, de hasta 5,000,000 bytes',
    },
  },
  looseFile: 'xml',
  maxBodyBytes: 2 * 5 * 1024 * 1024,
  answer: Ensayo,
});

/**
 * A sample document: valid and signed with a certificate of no recognised authority, or altered after it was signed.
 */
export const ejemploDeEnsayo = route({
  method: 'GET',
  path: '/api/ensayo/ejemplo',
  summary: 'Ejemplo firmado para el ensayo, sin validez fiscal',
  policy: 'publico',
  beforeTotp: true,
  query: Type.Object({
    alterado: Type.Optional(Type.Boolean({ description: 'Con su total cambiado después de firmarse' })),
  }),
  answerKind: 'xml',
});
