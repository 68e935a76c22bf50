import type { Simulator } from '@timbre/simulator';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { saleOf } from '../../../main/testing/draft.ts';
import { type IssuingServer, withIssuing } from '../../../main/testing/issuing.ts';
import type { WireMode } from '../../../main/testing/wire.ts';
import { apart, type Issuer, issuerOn, numbered, withIssuers } from './testing/issuer.ts';

// For every faulty answer of the authority: afterwards each document is final and agrees with the authority's record.
// Certification has no service that returns the receptions of a number, so a document may stay unconfirmed there, but
// no final state may be false.

type Fault = Parameters<Simulator['control']['fault']>[0];

const posts = ['enviarECF', 'enviarRFCE'] as const;
const verdicts = ['consultaResultado', 'consultaRFCE'] as const;
const page = (status: number, more: Partial<Fault> = {}): Fault => ({
  kind: 'html',
  status,
  text: `Acceso denegado por la política de la red (${status})`,
  services: posts,
  times: 2,
  ...more,
});
const onPosts = (fault: Fault): Fault[] => [{ services: posts, times: 2, ...fault }];
const onVerdicts = (fault: Fault): Fault[] => [{ services: verdicts, times: 3, ...fault }];
const lost: Fault = { kind: 'lose', processed: true, services: posts, times: 1 };

const kinds: Readonly<Record<string, readonly Fault[]>> = {
  'reset before processing': onPosts({ kind: 'lose' }),
  'reset after processing': onPosts({ kind: 'lose', processed: true, times: 1 }),
  'cut in the middle of the answer': onPosts({ kind: 'cut', processed: true, times: 1 }),
  'silence before processing': onPosts({ kind: 'hang', times: 1 }),
  'silence after processing': onPosts({ kind: 'hang', processed: true, times: 1 }),
  '500 before processing': onPosts({ kind: 'status', status: 500 }),
  '500 after processing': onPosts({ kind: 'status', status: 500, processed: true, times: 1 }),
  'a gateway’s 502': onPosts({ kind: 'html' }),
  'a gateway’s 502 after processing': onPosts({ kind: 'html', processed: true, times: 1 }),
  '503 with Retry-After': onPosts({ kind: 'status', status: 503, retryAfterSeconds: 1 }),
  '503 after processing': onPosts({ kind: 'status', status: 503, processed: true, times: 1 }),
  '429': onPosts({ kind: 'status', status: 429, retryAfterSeconds: 1 }),
  '401': onPosts({ kind: 'status', status: 401 }),
  '401 as a page': [page(401)],
  'a proxy’s 403': [page(403)],
  'a proxy’s 403 instead of the answer': [page(403, { processed: true, times: 1 })],
  'a proxy’s 403 that speaks of certificates': [page(403, { text: 'El certificado del proxy no es válido' })],
  'foreign JSON with 403': onPosts({ kind: 'json', status: 403, body: { error: 'forbidden' } }),
  'a proxy’s 407': [page(407)],
  '407 as JSON': onPosts({ kind: 'json', status: 407, body: { message: 'El RNC del proxy' } }),
  'a proxy’s 413': [page(413)],
  'a missing service': [page(404)],
  '408': onPosts({ kind: 'status', status: 408 }),
  'a legal block': [page(451)],
  'a header too large': [page(431)],
  'a redirection for ever': onPosts({ kind: 'redirect', status: 301 }),
  'a portal’s redirection instead of the answer': onPosts({ kind: 'redirect', processed: true, times: 1 }),
  'a portal’s page with 200': [page(200)],
  'a portal’s page with 200 instead of the answer': [page(200, { processed: true, times: 1 })],
  'JSON cut in the middle': onPosts({ kind: 'malformed', processed: true, times: 1 }),
  'nothing but 200': onPosts({ kind: 'empty', processed: true, times: 1 }),
  'the answer as a text': onPosts({ kind: 'plain', processed: true, times: 1 }),
  'the answer twice': onPosts({ kind: 'twice', processed: true, times: 1 }),
  'the answer drop by drop': onPosts({ kind: 'drip', processed: true, times: 1 }),
  'two megabytes': onPosts({ kind: 'huge', processed: true, times: 1 }),
  'bytes that are no gzip': onPosts({ kind: 'garbage', processed: true, times: 1 }),
  'the JSON of another service': onPosts({ kind: 'json', body: { token: 'x', expira: 'y' } }),
  'a rejection without a form': onPosts({ kind: 'json', body: { codigo: 2, estado: 'Rechazado' } }),
  'an acceptance without a form': onPosts({ kind: 'json', body: { codigo: 1, estado: 'Aceptado' } }),
  'foreign JSON with 400': onPosts({ kind: 'json', status: 400, body: { error: 'invalid_request' } }),
  'maintenance, in the reception’s own form': onPosts({
    kind: 'json',
    body: { trackId: null, error: 'Servicio en mantenimiento', mensaje: null },
  }),
  'an empty trackId': onPosts({
    kind: 'json',
    body: { trackId: '', error: null, mensaje: null },
    processed: true,
    times: 1,
  }),
  'a trackId that nobody knows': [{ kind: 'wrong-trackid', processed: true, services: ['enviarECF'], times: 1 }],
  'a verdict about another document': onVerdicts({ kind: 'other', processed: true }),
  'a verdict about another document at once': onPosts({ kind: 'other', processed: true, times: 1 }),
  'look-ups that find nothing although it is there': [
    lost,
    { kind: 'not-found', services: ['consultaTrackIds', 'consultaRFCE'], times: 1 },
  ],
  'a verdict that is not found': onVerdicts({ kind: 'not-found' }),
  'a state of which nobody knows the word': onVerdicts({
    kind: 'word',
    text: 'Pendiente de revisión',
    processed: true,
  }),
  'a portal instead of the verdict': onVerdicts({ kind: 'html', status: 200 }),
  'a proxy’s 403 instead of the verdict': onVerdicts({ kind: 'html', status: 403 }),
  'look-ups that fail after a lost answer': [
    lost,
    { kind: 'html', status: 403, services: ['consultaTrackIds', 'consultaRFCE'], times: 2 },
  ],
};

type Tipo = '31' | '32';
const invoice = (tipo: Tipo) => saleOf({ tipo, precio: '100.00', ...(tipo === '32' ? { comprador: null } : {}) });

const finals = ['aceptado', 'aceptado_condicional', 'rechazado'];
const mostPosts = 12;

function witnessOf(server: IssuingServer, issuer: Issuer = issuerOn(server)) {
  return {
    ...issuer,
    /** The attempts made with a number: with the document, or with its summary. */
    attemptsOf: (eNCF: string) =>
      server.ctx.db.system(async (tx) => {
        const { rows } = await sql`
          select d.es_rfce, d.estado, i.operacion, i.iniciado, i.terminado, i.resultado, i.respuesta
          from documento d join intento i on i.empresa_id = d.empresa_id and i.documento_id = d.id
          where d.encf = ${eNCF} order by i.iniciado, i.numero`.execute(tx);
        return rows;
      }),
    /** The state of a number in the authority's own record. */
    truthOf(eNCF: string): string {
      const receptions = issuer.receptionsOf(eNCF);
      const accepted = receptions.find(({ decision }) => decision.estado !== 'rechazado');
      return accepted?.decision.estado ?? (receptions.length > 0 ? 'rechazado' : 'nunca recibido');
    },
  };
}

const ambientes = ['testecf', 'certecf', 'ecf'] as const;

describe('one document’s answers go wrong', () => {
  const server = withIssuing('testecf', { limits: { ...apart, answerTimeoutMs: 1_500 } });
  const issuers = withIssuers(server);

  describe.concurrent.each(ambientes)('in %s', (ambiente) => {
    const { emit, see, receptionsOf, attemptsOf, truthOf } = witnessOf(server, issuers[ambiente]);
    const first = 500_000 + 1_000 * ambientes.indexOf(ambiente);

    test('documents under all faults at once are final and true, and none was posted more than 12 times', {
      timeout: 300_000,
      tags: ['P2.6'],
    }, async () => {
      const { control } = server.simulator;
      control.settings({ validacionMs: 400, clockOffsetMs: 7_200_000 });
      const cases = Object.entries(kinds).flatMap(([kind, faults], n) =>
        (['31', '32'] as const).flatMap((tipo) =>
          // One document that the authority accepts, and one that it rejects for another reason.
          [false, true].map((rejected) => ({
            kind,
            faults,
            tipo,
            rejected,
            secuencia: first + n * 2 + Number(rejected),
          })),
        ),
      );
      const issued = await Promise.all(
        cases.map(async ({ kind, faults, tipo, rejected, secuencia }) => {
          const eNCF = `E${tipo}${String(secuencia).padStart(10, '0')}`;
          for (const fault of faults) control.fault({ ...fault, eNCF });
          const mensajes = [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo' }];
          if (rejected) control.force({ eNCF, estado: 'rechazado', mensajes, secuenciaUtilizada: false });
          const { id } = await emit(numbered(eNCF));
          return { kind, tipo, rejected, eNCF, id };
        }),
      );
      control.revokeTokens();
      const settled = ambiente === 'certecf' ? [...finals, 'sin_confirmar'] : finals;
      const wrong: string[] = [];
      for (const { id, eNCF, kind, tipo, rejected } of issued) {
        const documento = await server.until(async () => {
          const seen = await see(id);
          return settled.includes(seen.estado) && seen;
        }, 300_000);
        const { estado } = documento;
        const received = receptionsOf(eNCF).map(({ service, at, decision }) => ({ service, at, ...decision }));
        const isTrue = finals.includes(estado) ? estado === truthOf(eNCF) : ambiente === 'certecf';
        if (!isTrue || received.length > mostPosts)
          wrong.push(JSON.stringify({ kind, tipo, rejected, estado, received, intentos: await attemptsOf(eNCF) }));
      }
      expect(wrong).toEqual([]);
    });
  });

  test('the ledger is sound after all faults', async () => {
    expect(await issuers.testecf.findings()).toEqual([]);
  });
});

const everyFault = (fault: Fault) => (server: IssuingServer) => {
  server.simulator.control.revokeTokens();
  server.simulator.control.fault(fault);
};
const wire = (mode: WireMode) => (server: IssuingServer) => server.wire.become(mode);

/** The failures, each with the function that causes it; those of one row follow each other on their own server. */
const outages: readonly (readonly [string, (server: IssuingServer) => Promise<void> | void])[][] = [
  [
    ['connections: refuse', wire('refuse')],
    ['connections: reset', wire('reset')],
    ['connections: silent', wire('silent')],
    ['a portal in front of everything', everyFault({ kind: 'html', status: 200, text: 'Inicie sesión en la red' })],
    ['a proxy refuses everything', everyFault({ kind: 'html', status: 403, text: 'Acceso denegado' })],
    ['a proxy wants a password', everyFault({ kind: 'html', status: 407, text: 'Proxy Authentication Required' })],
  ],
  [
    ['502 for everything', everyFault({ kind: 'html' })],
    ['500 for documents alone', everyFault({ kind: 'status', status: 500, services: posts })],
    ['413 for documents alone', everyFault({ kind: 'html', status: 413, services: posts })],
    ['half of all calls are lost after processing', everyFault({ kind: 'lose', processed: true, probability: 0.5 })],
    ['tokens are refused', everyFault({ kind: 'status', status: 401 })],
    ['sessions cannot be had', everyFault({ kind: 'html', status: 403, services: ['validarSemilla'] })],
  ],
];

describe('the whole authority goes wrong for a while', () => {
  describe.concurrent.each(outages.map((row) => ({ row })))('in $row.0.0 and others', ({ row }) => {
    const server = withIssuing('testecf', {
      limits: { answerTimeoutMs: 1_500, probeWithinMs: 400, longestTrialMs: 4_000 },
    });
    const { emit, seen, truthOf, findings } = witnessOf(server);
    const outageMs = 2_500;

    test.sequential.each(row)(
      '%s: all documents issued before, during and after it are accepted, each once',
      async (_, begin) => {
        const issued: { id: string; eNCF: string }[] = [];
        const some = async () =>
          issued.push(...(await Promise.all((['31', '32', '31', '31'] as const).map((tipo) => emit(invoice(tipo))))));
        await some();
        await begin(server);
        for (const until = Date.now() + outageMs; Date.now() < until; ) {
          await some();
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
        server.simulator.control.clearFaults();
        await server.wire.become('pass');
        await some();
        for (const { id, eNCF } of issued) {
          const documento = await seen(id, ({ estado }) => finals.includes(estado));
          expect(documento.estado).toBe('aceptado');
          expect(truthOf(eNCF)).toBe('aceptado');
          const posted = documento.intentos.filter(({ operacion }) => operacion === 'envio').length;
          expect(posted).toBeLessThanOrEqual(mostPosts);
        }
        expect(await findings()).toEqual([]);
      },
    );
  });
});
