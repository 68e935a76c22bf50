import { describeField } from '@timbre/ecf';
import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import { Ambiente, orNull } from './shared.ts';
import { datoDeEmpresa } from './tables.ts';
import { TasasDelTrimestre } from './tasas.ts';

/** Facts of the certificate in use. Its key is never included. */
export const Certificado = Type.Object({
  archivo: Type.String(),
  titular: Type.String({ description: 'Subject' }),
  idTitular: orNull(Type.String(), { description: 'Cédula, RNC o pasaporte del serialNumber' }),
  emisor: Type.String(),
  serie: Type.String(),
  validoDesde: Type.String(),
  validoHasta: Type.String(),
  huella: Type.String({ description: 'SHA-256' }),
  vencido: Type.Boolean(),
});

/** A certificate with the assessment that signing, receiving and verifying share. */
export const CertificadoJuzgado = Type.Interface([Certificado], {
  rechazo: orNull(Type.String(), { description: 'Por qué no puede firmar ahora; null si puede' }),
  avisos: Type.Array(Type.String(), { description: 'Lo que conviene saber de uno que puede firmar' }),
});

/** Most characters of an element, by the schema of the e-CF. */
const mostOf = (element: string): number => describeField('ECF', `Encabezado.Emisor.${element}`)?.mostCharacters ?? 0;

const textoDe = (element: string) =>
  Type.String({ minLength: 1, maxLength: mostOf(element), description: `${element} de sus comprobantes` });

const codigoDe = (element: string) =>
  Type.String({
    pattern: '^[0-9]{6}$',
    examples: ['010100'],
    description: `${element}: código de la Tabla III del Formato e-CF`,
  });

/** Most branches of a company. */
const mostSucursales = 50;

/**
 * Data of a company that documents and rules need, besides its RNC and its name. A field that is left out has not been
 * stated. A value that the structure of an e-CF refuses in the element of a field is refused with `empresa/invalida`,
 * at the field.
 * @source Formato e-CF v1.0, campos 21-32 y 37 (elements of the issuer), 5 and 6
 */
export const DatosEmpresa = Type.Object(
  {
    direccion: Type.Optional(textoDe('DireccionEmisor')),
    nombreComercial: Type.Optional(textoDe('NombreComercial')),
    sucursales: Type.Optional(
      Type.Array(textoDe('Sucursal'), {
        maxItems: mostSucursales,
        uniqueItems: true,
        description: 'La primera es la de los comprobantes que no indican otra',
      }),
    ),
    provincia: Type.Optional(codigoDe('Provincia')),
    municipio: Type.Optional(codigoDe('Municipio')),
    telefonos: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9]{3}-[0-9]{3}-[0-9]{4}$', examples: ['809-555-0100'] }), {
        maxItems: 3,
        uniqueItems: true,
        description: 'TelefonoEmisor, como 809-555-0100',
      }),
    ),
    correo: Type.Optional(textoDe('CorreoEmisor')),
    sitioWeb: Type.Optional(textoDe('WebSite')),
    actividadEconomica: Type.Optional(textoDe('ActividadEconomica')),
    agenteRetencion: Type.Optional(
      Type.Boolean({ description: 'La empresa retiene ISR o ITBIS a quienes le venden; sin decir: no se ha indicado' }),
    ),
    retencionDeLey: Type.Optional(
      Type.Boolean({
        description: 'Completar la retención de ley en los comprobantes 41 y 47 que llegan sin Retencion',
      }),
    ),
    emisorDesde: Type.Optional(
      Type.String({ format: 'date', description: 'Día en que empezó como emisor electrónico (yyyy-MM-dd)' }),
    ),
    envioDiferido: Type.Optional(Type.Boolean({ description: 'La DGII la autorizó a usar IndicadorEnvioDiferido' })),
  },
  { additionalProperties: false },
);
export type DatosEmpresa = Static<typeof DatosEmpresa>;

/** The caller's company. */
export const verEmpresa = route({
  method: 'GET',
  path: '/api/empresa',
  summary: 'Datos de la empresa',
  policy: 'leer',
  answer: Type.Object({
    rnc: Type.String(),
    razonSocial: Type.String(),
    datos: DatosEmpresa,
    ambiente: Ambiente,
    demo: Type.Boolean(),
    certificado: orNull(CertificadoJuzgado),
    /** The specific excise of the quarters that the platform's administrator added: documents are checked with it. */
    tasasSelectivo: Type.Array(TasasDelTrimestre),
  }),
});

/**
 * The settings of a client of the specification for the company with an RNC. The list has the company of the caller, or
 * nothing. @source docs/specification.md §3, "Client config (accounting-lookup area)"; its times and tries are §9
 */
export const buscarPorRnc = route({
  method: 'GET',
  path: '/api/Clientes/BuscarPorRnc/:rnc',
  summary: 'Configuración de cliente de la empresa que tiene un RNC',
  policy: 'leer',
  params: Type.Object({ rnc: Type.String({ maxLength: 40 }) }),
  answer: Type.Array(
    Type.Object({
      apiHost: Type.String({ description: 'Dirección de esta instalación' }),
      timeoutMs: Type.Integer(),
      maxRetries: Type.Integer(),
      devMode: Type.Boolean(),
      rnc: Type.String(),
      rncEmisor: Type.String(),
      razonSocial: Type.String(),
      nombreEmisor: Type.String(),
      companyId: orNull(Type.String(), { description: 'Company ID de QuickBooks' }),
    }),
  ),
});

/** Replaces the data that the company states about itself: a field that is left out is no longer stated. */
export const guardarDatosEmpresa = route({
  method: 'PUT',
  path: '/api/empresa/datos',
  summary: 'Guardar los datos de la empresa que llevan sus comprobantes',
  policy: 'administrar',
  body: DatosEmpresa,
  answer: DatosEmpresa,
});

/** Loads or replaces the certificate: multipart `archivo` (.p12/.pfx, ≤ 64 kB) and `clave`. The old one stays for old documents. */
export const cargarCertificado = route({
  method: 'PUT',
  path: '/api/empresa/certificado',
  summary: 'Cargar el certificado digital',
  policy: 'administrar',
  stepUp: 'siempre',
  bodyKind: 'multipart',
  form: {
    archivo: {
      kind: 'file',
      required: true,
      description: 'Certificado digital (.p12 o .pfx), hasta 64 kB',
      missing: { code: 'peticion/invalida', detail: 'Adjunte el archivo del certificado (.p12 o .pfx)' },
    },
    clave: {
      kind: 'text',
      required: true,
      description: 'Contraseña del certificado',
      missing: { code: 'peticion/invalida', detail: 'Indique la contraseña del certificado' },
    },
  },
  maxBodyBytes: 128 * 1024,
  answer: CertificadoJuzgado,
});

/** Makes a certificate for trials and puts it in use: the built-in DGII accepts it, the real one does not. */
export const usarCertificadoDePrueba = route({
  method: 'POST',
  path: '/api/empresa/certificado/de-prueba',
  summary: 'Usar un certificado de prueba, con la DGII simulada',
  policy: 'administrar',
  stepUp: 'siempre',
  answer: CertificadoJuzgado,
});

/** Its refusals. */
export const problems = {
  'certificado/solo-simulador': { status: 409, title: 'El certificado de prueba es solo para la DGII simulada' },
  'certificado/ocupado': {
    status: 429,
    title: 'Se están abriendo otros certificados. Espere un momento y vuelva a intentarlo.',
  },
} as const satisfies Problems;

/** The names of the fields in the data of an entry. */
const namesOf = (campos: unknown): string =>
  (campos as readonly (keyof DatosEmpresa)[]).map((campo) => datoDeEmpresa[campo].toLowerCase()).join(', ');

/** The kinds of events that it records. */
export const kinds = {
  'empresa.datos': {
    grupo: 'empresa',
    frase: ({ campos }) => `Cambió los datos de la empresa: ${namesOf(campos)}`,
  },
  'certificado.cargado': { grupo: 'certificado', frase: ({ titular }) => `Cargó el certificado digital de ${titular}` },
} as const satisfies Kinds;

/** Examples of its calls. */
export const examples = {
  verEmpresa: { status: 200 },
  buscarPorRnc: { params: { rnc: '$RNC' }, status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
