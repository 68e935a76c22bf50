import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from '@timbre/authority';
import type { Fault } from './faults.ts';
import type { Reply } from './reply.ts';
import { send } from './send.ts';
import type { TaxpayerService } from './taxpayer.ts';

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
  switch (fault.kind) {
    case 'lose':
      response.destroy();
      break;
    case 'hang':
      break;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 });
      response.write('{"trackId":"', () => response.destroy());
      break;
    case 'status':
      if (fault.retryAfterSeconds !== undefined) response.setHeader('retry-after', fault.retryAfterSeconds);
      send(response, request, { status: fault.status ?? 500, body: fault.text ?? 'Servicio no disponible' });
      break;
    case 'html':
      send(response, request, { status: fault.status ?? 502, html: page(fault.text ?? '502 Bad Gateway') });
      break;
    case 'json':
      send(response, request, { status: fault.status ?? 200, body: fault.body });
      break;
    case 'redirect':
      response.setHeader('location', '/portal');
      send(response, request, { status: fault.status ?? 302, html: page('Inicie sesión en la red') });
      break;
    case 'malformed':
      response.setHeader('content-type', 'application/json');
      response.end('{"codigo": 1, "estado": "Acep');
      break;
    case 'empty':
      response.end();
      break;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(Buffer.from([0x1f, 0x8b, 8, 0, 255, 254, 253, 7, 7, 7]));
      break;
    case 'huge':
      send(response, request, { status: 200, body: { ...record(reply), relleno: 'x'.repeat(2 * 1024 * 1024) } });
      break;
    case 'plain':
      response.setHeader('content-type', 'text/plain');
      response.end(textOf(reply, 'Servicio no disponible'));
      break;
    case 'twice':
      response.setHeader('content-type', 'application/json');
      response.end(textOf(reply, null).repeat(2));
      break;
    case 'other':
      send(response, request, { status: 200, body: aboutAnother(record(reply)) });
      break;
    case 'word':
      send(response, request, { status: 200, body: { ...record(reply), codigo: 9, estado: fault.text } });
      break;
    case 'drip':
      drip(response, textOf(reply, { mensaje: 'En mantenimiento' }));
      break;
    case 'wrong-trackid':
      send(response, request, {
        status: 200,
        body: { trackId: fault.trackId ?? '00000000-0000-4000-8000-000000000000', error: null, mensaje: null },
      });
      break;
    case 'not-found':
      send(response, request, {
        status: 200,
        body: service === 'consultaTrackIds' ? [] : { codigo: 0, estado: 'No encontrado', mensajes: [] },
      });
      break;
  }
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
