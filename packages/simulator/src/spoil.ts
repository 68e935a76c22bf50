import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from '@timbre/authority';
import type { Fault, FaultKind } from './faults.ts';
import type { Reply } from './reply.ts';
import { send } from './send.ts';
import type { TaxpayerService } from './taxpayer.ts';

/** A call whose answer fails. */
interface Spoiled {
  readonly fault: Fault;
  readonly service: Service | TaxpayerService;
  /** The answer without the fault, if the request was processed. */
  readonly reply: Reply | undefined;
  readonly response: ServerResponse;
  /** Sends another answer. */
  readonly answer: (reply: Reply) => void;
}

/**
 * Sends an answer with its planned fault.
 *
 * @param reply the answer without the fault, if the request was processed
 */
export function spoil(
  fault: Fault,
  service: Service | TaxpayerService,
  reply: Reply | undefined,
  response: ServerResponse,
  request: IncomingMessage,
): void {
  // Faults also come as JSON: one of an unknown kind has no answer.
  if (!Object.hasOwn(effects, fault.kind)) return;
  effects[fault.kind]({ fault, service, reply, response, answer: (other) => send(response, request, other) });
}

const effects: Record<FaultKind, (spoiled: Spoiled) => void> = {
  lose: ({ response }) => void response.destroy(),
  hang: () => undefined,
  cut({ response }) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 });
    response.write('{"trackId":"', () => response.destroy());
  },
  status({ fault, response, answer }) {
    if (fault.retryAfterSeconds !== undefined) response.setHeader('retry-after', fault.retryAfterSeconds);
    answer({ status: fault.status ?? 500, body: fault.text ?? 'Servicio no disponible' });
  },
  html: ({ fault, answer }) => answer({ status: fault.status ?? 502, html: page(fault.text ?? '502 Bad Gateway') }),
  json: ({ fault, answer }) => answer({ status: fault.status ?? 200, body: fault.body }),
  redirect({ fault, response, answer }) {
    response.setHeader('location', '/portal');
    answer({ status: fault.status ?? 302, html: page('Inicie sesión en la red') });
  },
  malformed: ({ response }) => endAs(response, 'application/json', '{"codigo": 1, "estado": "Acep'),
  empty: ({ response }) => void response.end(),
  garbage({ response }) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(Buffer.from([0x1f, 0x8b, 8, 0, 255, 254, 253, 7, 7, 7]));
  },
  huge: ({ reply, answer }) =>
    answer({ status: 200, body: { ...record(reply), relleno: 'x'.repeat(2 * 1024 * 1024) } }),
  plain: ({ reply, response }) => endAs(response, 'text/plain', textOf(reply, 'Servicio no disponible')),
  twice: ({ reply, response }) => endAs(response, 'application/json', textOf(reply, null).repeat(2)),
  other: ({ reply, answer }) => answer({ status: 200, body: aboutAnother(record(reply)) }),
  word: ({ fault, reply, answer }) =>
    answer({ status: 200, body: { ...record(reply), codigo: 9, estado: fault.text } }),
  drip: ({ reply, response }) => drip(response, textOf(reply, { mensaje: 'En mantenimiento' })),
  'wrong-trackid': ({ fault: { trackId }, answer }) =>
    answer({
      status: 200,
      body: { trackId: trackId ?? '00000000-0000-4000-8000-000000000000', error: null, mensaje: null },
    }),
  'not-found': ({ service, answer }) =>
    answer({
      status: 200,
      body: service === 'consultaTrackIds' ? [] : { codigo: 0, estado: 'No encontrado', mensajes: [] },
    }),
};

function endAs(response: ServerResponse, type: string, text: string): void {
  response.setHeader('content-type', type);
  response.end(text);
}

const page = (text: string) => `<html><head><title>${text}</title></head><body><h1>${text}</h1></body></html>`;

/** The text of the correct answer, or of another value if there is none. */
const textOf = (reply: Reply | undefined, otherwise: unknown): string =>
  reply?.xml ?? JSON.stringify(reply?.body ?? otherwise);

const record = (reply: Reply | undefined): Record<string, unknown> =>
  typeof reply?.body === 'object' && !Array.isArray(reply.body) ? { ...reply.body } : {};

/** An acceptance of another number and another issuer, in the form of the expected answer. */
function aboutAnother(due: Record<string, unknown>): Record<string, unknown> {
  const others = { encf: 'E319999999999', ncfElectronico: 'E319999999999', rnc: '199999999', rncEmisor: '199999999' };
  const named = Object.entries(others).filter(([name]) => name in due);
  return { ...due, codigo: 1, estado: 'Aceptado', secuenciaUtilizada: true, ...Object.fromEntries(named) };
}

/** Sends one byte a second. */
function drip(response: ServerResponse, text: string): void {
  response.setHeader('content-type', 'application/json');
  let at = 0;
  const timer = setInterval(() => {
    if (at >= text.length) response.end();
    else response.write(text.charAt(at));
    at += 1;
  }, 1000);
  response.on('close', () => clearInterval(timer));
}
