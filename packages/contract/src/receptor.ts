import { route } from '@timbre/route';
import { formatTaxId } from '@timbre/values';
import { Type } from 'typebox';
import type { Problems } from './declare.ts';
import type { Kinds } from './kind.ts';

const shownId = (rnc: unknown): string => formatTaxId(String(rnc));

/** Most bytes of a signed seed with its form. */
const seedBytes = 64 * 1024;
/** Most bytes of an e-CF with its form. */
const documentBytes = 6 * 1024 * 1024;

const form = (description: string) =>
  ({
    xml: {
      kind: 'file',
      required: true,
      description,
      missing: { code: 'xml/invalido', detail: 'Falta el archivo XML (campo xml)' },
    },
  }) as const;

const Receptor = Type.Object({
  rnc: Type.String({ pattern: '^(\\d{9}|\\d{11})$', examples: ['199000005'], description: 'RNC del receptor' }),
});

const semillaSpec = {
  method: 'GET',
  summary: 'Semilla para autenticarse con este receptor',
  policy: 'publico',
  foreign: true,
  answerKind: 'xml',
} as const;

const validacionSpec = {
  method: 'POST',
  summary: 'Token de una hora por la semilla firmada, en JSON o en XML según Accept',
  policy: 'publico',
  foreign: true,
  bodyKind: 'multipart',
  form: form('Semilla firmada'),
  looseFile: 'xml',
  maxBodyBytes: seedBytes,
  answerKind: 'xml',
  answer: Type.Object({ token: Type.String(), expira: Type.String(), expedido: Type.String() }),
} as const;

const recepcionSpec = {
  method: 'POST',
  summary: 'Recibe un e-CF de otro emisor y responde su acuse de recibo (ARECF) firmado',
  policy: 'publico',
  credential: 'receptor',
  foreign: true,
  bodyKind: 'multipart',
  form: form('e-CF firmado'),
  looseFile: 'xml',
  maxBodyBytes: documentBytes,
  answerKind: 'xml',
} as const;

const aprobacionSpec = {
  method: 'POST',
  summary: 'Recibe la aprobación o el rechazo comercial (ACECF) de un comprador',
  policy: 'publico',
  credential: 'receptor',
  foreign: true,
  bodyKind: 'multipart',
  form: form('ACECF firmado'),
  looseFile: 'xml',
  maxBodyBytes: documentBytes,
  answer: Type.Object({ mensaje: Type.String() }),
} as const;

/**
 * The services of emisor-receptor that other taxpayers call. Their programs send the XML in several ways: see `looseFile`. Each is served at the root of the host, and below the RNC of a
 * company, which is then the receiver. @source Descripción técnica v1.6, pp. 53-57
 */
export const semillaReceptor = route({ ...semillaSpec, path: '/fe/autenticacion/api/semilla' });
export const semillaDe = route({ ...semillaSpec, path: '/:rnc/fe/autenticacion/api/semilla', params: Receptor });

/** A token for a signed seed. A seed can be used once, within five minutes. */
export const validacionCertificado = route({
  ...validacionSpec,
  path: '/fe/autenticacion/api/validacioncertificado',
});
export const validacionCertificadoDe = route({
  ...validacionSpec,
  path: '/:rnc/fe/autenticacion/api/validacioncertificado',
  params: Receptor,
});

/** An e-CF. The answer is the signed ARECF, also when it was not accepted; 400 when nothing in it can be acknowledged. */
export const recepcionECF = route({ ...recepcionSpec, path: '/fe/recepcion/api/ecf' });
export const recepcionECFDe = route({ ...recepcionSpec, path: '/:rnc/fe/recepcion/api/ecf', params: Receptor });

/** A commercial approval of an invoice of ours: 200 when it was taken, 400 when it was not. */
export const aprobacionECF = route({ ...aprobacionSpec, path: '/fe/aprobacioncomercial/api/ecf' });
export const aprobacionECFDe = route({
  ...aprobacionSpec,
  path: '/:rnc/fe/aprobacioncomercial/api/ecf',
  params: Receptor,
});

/** The kinds of events that it records. */
export const kinds = {
  'recibido.nuevo': {
    grupo: 'documento',
    frase: ({ eNCF, razonEmisor, rncEmisor, via, firmadaPor, confirmada }) =>
      `${via === 'archivo' ? 'Se cargó' : 'Se recibió'} ${eNCF} de ${razonEmisor} (${shownId(rncEmisor)})${
        confirmada === false ? `, firmada por ${firmadaPor || 'quien no dice su RNC'}, sin confirmar` : ''
      }`,
  },
  'recibido.confirmado': {
    grupo: 'documento',
    frase: ({ eNCF, razonEmisor, rncEmisor, firmadaPor }) =>
      `La DGII confirmó ${eNCF} de ${razonEmisor} (${shownId(rncEmisor)}), firmada por ${firmadaPor || 'quien no dice su RNC'}`,
  },
  'aprobacion.recibida': {
    grupo: 'documento',
    frase: ({ eNCF, aprobada, motivo, rncComprador, firmadaPor, comprobada, contradice }) => {
      const sentence =
        comprobada === false
          ? `Se recibió una respuesta a nombre del comprador ${shownId(rncComprador)}: ${aprobada ? 'acepta' : 'rechaza'} ${eNCF}`
          : `El comprador ${shownId(rncComprador)} ${aprobada ? 'aceptó' : 'rechazó'} ${eNCF}`;
      const by = firmadaPor === undefined ? '' : `, firmada por ${firmadaPor || 'quien no dice su RNC'}`;
      const standing = `${comprobada === false ? ', sin comprobar' : ''}${contradice === true ? ', y contradice otra respuesta' : ''}`;
      return `${sentence}${motivo ? ` («${motivo}»)` : ''}${by}${standing}`;
    },
  },
} as const satisfies Kinds;

/** Its refusals. */
export const problems = {
  'receptor/semilla': { status: 400, title: 'La semilla no es de este receptor, ya se usó o venció' },
  'receptor/token': { status: 401, title: 'El token falta, no es de este receptor o venció' },
  'receptor/desconocido': { status: 400, title: 'El contribuyente al que se dirige el documento no recibe aquí' },
  'receptor/presupuesto': {
    status: 503,
    title: 'Hay demasiados documentos sin confirmar por la DGII. No se guardó: envíelo de nuevo más tarde',
  },
  'receptor/aprobacion': { status: 400, title: 'La aprobación comercial no se recibió' },
} as const satisfies Problems;
