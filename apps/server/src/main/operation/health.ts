import type { Journal } from '../../domain/comprobantes/numbers/journal.ts';
import type { Quarantine } from '../../domain/comprobantes/numbers/quarantine.ts';
import type { HealthCheck } from '../../features/context.ts';
import { DatabaseUnavailable, type Db } from '../../platform/db/transactions.ts';
import type { Http } from '../../platform/http/register.ts';
import type { DiskSpace } from '../../platform/process/disk-space.ts';

const checkWithinMs = 2_000;

/**
 * Serves `/livez` (the process answers) and `/readyz` (it can work).
 *
 * @param checks by name, in addition to the database's; read at each call
 */
export function healthRoutes(
  http: Http,
  context: {
    db: Db;
    checks: ReadonlyMap<string, HealthCheck>;
    journal: Journal;
    space: DiskSpace;
    quarantine: Quarantine;
    /** The notice that servers of one database use separate simulators; undefined if they do not. */
    simulatorNotice(): string | undefined;
    /** The notice that the address of clients is unknown; undefined if it is known. */
    addressNotice(): string | undefined;
  },
): void {
  const { db, checks, journal, space, quarantine, simulatorNotice, addressNotice } = context;
  const { fastify } = http;
  const ping: HealthCheck = () =>
    db.system(async (tx) => void (await tx.selectNoFrom((each) => each.lit(1).as('one')).execute()));

  const own: readonly (readonly [string, HealthCheck])[] = [
    ['base de datos', ping],
    ['espacio en disco', async () => demand(!space.isFull(), 'no hay: se lee, y no se emite ni se envía nada')],
    [
      'diario de emisión',
      async () => demand(journal.isWritable(), 'no se puede escribir: no se emite ni se envía nada'),
    ],
  ];

  fastify.get('/livez', async (_request, reply) => reply.type('text/plain').send('vivo\n'));

  fastify.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      [...own, ...checks].map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    const ready = results.every(([, result]) => result === 'bien');
    const comprobaciones = Object.fromEntries(results);
    return reply
      .code(ready ? 200 : 503)
      .send({ estado: ready ? 'listo' : 'no listo', motor: db.engine, comprobaciones, avisos: notices() });
  });

  /** Faults that prevent part of the work: the rest goes on, so the server is ready. */
  const notices = (): string[] => [
    ...[quarantine.reason(), simulatorNotice(), addressNotice()].filter((reason) => reason !== undefined),
    ...quarantine
      .list()
      .map(({ ambiente, rncEmisor, tipo }) => `Números en cuarentena: ${ambiente} ${rncEmisor} ${tipo}`),
  ];
}

const silent = 'no responde';
function demand(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}

async function outcome(check: HealthCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(silent), checkWithinMs);
  });
  const result = check().then(
    () => 'bien',
    (error: Error) => (error instanceof DatabaseUnavailable ? silent : error.message),
  );
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
