import { Counter, Histogram, Registry } from 'prom-client';

/** Buckets in seconds, from a look-up in memory to the longest wait of a caller. */
const seconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** Metrics that are counted as events happen; those collected when the metrics are read are in gauges.ts. */
export type Instruments = ReturnType<typeof createInstruments>;

/** Creates them in a registry of their own: two applications in one process count separately. */
export function createInstruments() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Histogram({ name, help, labelNames, registers, buckets: seconds });
  return {
    registry,
    httpAnswers: counter(
      'timbre_http_answers_total',
      'Respuestas HTTP, por ruta declarada y clase de estado; ruta «otra»: ninguna de la API',
      ['method', 'route', 'status'],
    ),
    httpSeconds: histogram('timbre_http_request_seconds', 'Segundos de cada respuesta HTTP, por ruta declarada', [
      'method',
      'route',
    ]),
    issueRequests: counter(
      'timbre_issue_requests_total',
      'Comprobantes pedidos, por origen (api, xml, firma, excel), tipo y resultado: emitido, o el código del rechazo (entonces sin tipo si no se llegó a leer)',
      ['origen', 'tipo', 'resultado'],
    ),
    issueSeconds: histogram(
      'timbre_issue_seconds',
      'Segundos desde que llega la petición hasta que el comprobante es duradero en la base de datos y en el diario',
      ['origen'],
    ),
    authorityCalls: counter(
      'timbre_authority_calls_total',
      'Llamadas a la DGII, por servicio: respondida, o por qué no respondió (circuito: no se intentó)',
      ['ambiente', 'servicio', 'resultado'],
    ),
    authoritySeconds: histogram('timbre_authority_call_seconds', 'Segundos de cada llamada a la DGII que se intentó', [
      'servicio',
    ]),
    sendAttempts: counter(
      'timbre_send_attempts_total',
      'Intentos de enviar un comprobante o de preguntar por él, por lo que resultó',
      ['operacion', 'resultado'],
    ),
  };
}
