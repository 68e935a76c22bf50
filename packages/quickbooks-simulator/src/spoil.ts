import type { ServerResponse } from 'node:http';
import type { Fault, FaultPlan } from './faults.ts';
import { fault, forbidden, type Reply, send, throttled, unauthorised } from './reply.ts';

/** Answers with a planned fault. @param reply makes the correct answer, for faults after processing and for delays */
export async function spoil(
  planned: Fault,
  response: ServerResponse,
  reply: () => Promise<Reply>,
  plan: FaultPlan,
): Promise<void> {
  switch (planned.kind) {
    case 'unauthorised':
      return send(response, unauthorised);
    case 'forbidden':
      return send(response, forbidden);
    case 'throttle-403':
      return send(response, throttled(403, planned.retryAfterSeconds));
    case 'throttle-429':
      return send(response, throttled(429, planned.retryAfterSeconds));
    case 'fault-200':
      return send(
        response,
        fault(200, 'ValidationFault', '2050', 'Length exceeds limit', 'Length of the field exceeds 21 chars'),
      );
    case 'fault-400':
      return send(
        response,
        fault(400, 'ValidationFault', '4001', 'Invalid query', 'QueryValidationError: ordenado por la prueba'),
      );
    case 'server':
      return send(
        response,
        fault(
          500,
          'SystemFault',
          '10000',
          'An application error has occurred while processing your request',
          'System Failure Error',
        ),
      );
    case 'page':
      return send(response, { status: 403, html: '<html><body><h1>403 Forbidden</h1></body></html>' });
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, planned.ms ?? 60_000).unref());
      return send(response, await reply());
    case 'held': {
      const early = planned.processed ? await reply() : undefined;
      await plan.hold();
      return send(response, early ?? (await reply()));
    }
    case 'reset':
      if (planned.processed) await reply();
      response.destroy();
      return;
    case 'malformed':
      response.setHeader('content-type', 'application/json');
      response.end('{"QueryResponse":{"Bill":[{"Id":"1","TotalAmt":1');
      return;
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"QueryResponse":{"relleno":"');
      pour(response);
  }
}

/** Writes endlessly, as fast as the client reads. */
function pour(response: ServerResponse): void {
  const more = () => {
    if (!response.destroyed) response.write('x'.repeat(256 * 1024), () => setImmediate(more));
  };
  more();
}
