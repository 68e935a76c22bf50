import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { orNull } from './shared.ts';

/** Constants that its screen needs at run time. */
export const constants = {
  /** The states of a signature, with their names. */
  estadosDeFirma: {
    integra: 'Intacto desde la firma',
    alterada: 'La firma no corresponde',
    'no-verificable': 'No se pudo verificar',
  },
  /** The states of the certificate at the moment of signing, with their names. */
  vigencias: {
    vigente: 'Vigente',
    vencido: 'Vencido',
    'no-vigente': 'Todavía no vigente',
    'no-apto': 'No es de firma de documentos',
  },
  /** Trust in the issuer of the certificate, with the texts for people. */
  respaldos: {
    reconocido: 'Emitido por una entidad de certificación reconocida',
    desconocido: 'Emitido por una entidad que no está en la lista de este servidor',
    'no-comprobado': 'Sin comprobar: este servidor no tiene la lista de entidades de certificación',
  },
  /** Most bytes of the files together: a signed file is a little larger than what was signed. */
  maximoPorVerificar: 11_534_336,
} as const;

export const { estadosDeFirma, vigencias, respaldos, maximoPorVerificar } = constants;

const names = <Name extends string>(table: Readonly<Record<Name, string>>) => Object.keys(table) as Name[];
const TextOrNull = orNull(Type.String());

/** The certificate of a signature, assessed at the moment of signing. */
export const CertificadoDeFirma = Type.Object({
  titular: Type.String(),
  identificacion: orNull(Type.String(), { description: 'RNC, cédula o pasaporte del titular' }),
  emisor: Type.String(),
  desde: Type.String({ format: 'date-time' }),
  hasta: Type.String({ format: 'date-time' }),
  vigencia: Type.Enum(names(vigencias)),
  momento: Type.Enum(['firma', 'hoy'], { description: 'hoy: la firma no dice cuándo se hizo' }),
  respaldo: Type.Enum(names(respaldos)),
});
export type CertificadoDeFirma = Static<typeof CertificadoDeFirma>;

/** A signature of a file. */
export const FirmaVerificada = Type.Object({
  estado: Type.Enum(names(estadosDeFirma)),
  motivo: Type.String({ description: 'Por qué no está íntegra; vacío si lo está' }),
  fecha: orNull(Type.String({ format: 'date-time' }), {
    description: 'Cuándo dice la firma que se hizo; nulo si no lo dice',
  }),
  declara: orNull(Type.String(), {
    description: 'Por quién dice el archivo que se firmó, y su RNC',
  }),
  alcance: Type.String({ description: 'Qué parte del archivo cubre' }),
  certificado: orNull(CertificadoDeFirma),
});
export type FirmaVerificada = Static<typeof FirmaVerificada>;

export const Verificacion = Type.Object({
  formato: orNull(Type.Enum(['pdf', 'xml', 'cms']), { description: 'Nulo si no se reconoce' }),
  detalle: TextOrNull,
  firmas: Type.Array(FirmaVerificada, { description: 'En su orden; ninguna si no está firmado o no se pudo leer' }),
  agregado: Type.Integer({ description: 'Bytes que se agregaron después de la última firma' }),
});
export type Verificacion = Static<typeof Verificacion>;

/**
 * Reports who signed a file, when, and whether it is unchanged since. Nothing of it is stored or logged. Faults of the
 * file are part of the answer: a file that cannot be read gets an answer too.
 */
export const verificarArchivo = route({
  method: 'POST',
  path: '/api/verificar',
  summary: 'Verificar las firmas de un archivo: quién, cuándo y si está intacto',
  policy: 'publico',
  beforeTotp: true,
  bodyKind: 'multipart',
  form: {
    archivo: { kind: 'file', required: true, description: 'pdf, xml, p7m o p7s firmado' },
    original: { kind: 'file', description: 'Solo con un p7s: el archivo que firma' },
  },
  maxBodyBytes: 12_000_000,
  answer: Verificacion,
});
