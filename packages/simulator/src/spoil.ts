import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from '@timbre/authority';
import type { Fault } from './faults.ts';
import type { Reply } from './reply.ts';
import { send } from './send.ts';

/**
 * Lets an answer go wrong as planned.
 *
 * @param reply what would have been said, when the request was processed
 */
export function spoil(
  fault: Fault,
  service: Service,
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
    case 'status':
      if (fault.retryAfterSeconds !== undefined) response.setHeader('retry-after', fault.retryAfterSeconds);
      send(response, request, { status: fault.status ?? 500, body: 'Servicio no disponible' });
      break;
    case 'html':
      send(response, request, { status: 502, html: gatewayPage });
      break;
    case 'malformed':
      response.setHeader('content-type', 'application/json');
      response.end('{"codigo": 1, "estado": "Acep');
      break;
    case 'empty':
      response.end();
      break;
    case 'drip':
      drip(response, JSON.stringify(reply?.body ?? { mensaje: 'En mantenimiento' }));
      break;
    case 'wrong-trackid':
      send(response, request, {
        status: 200,
        body: { trackId: '00000000-0000-4000-8000-000000000000', error: null, mensaje: null },
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

const gatewayPage = '<html><head><title>502</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** One byte a second. */
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
