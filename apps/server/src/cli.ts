import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pino from 'pino';
import { createApp, journalFileOf } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { hashPassword } from './crypto/password.ts';
import { passwordFault } from './crypto/password-rules.ts';
import { connect } from './db/connect.ts';
import { FolderInUse } from './db/folder-lock.ts';
import { migrate } from './db/migrate.ts';
import type { Db, Tx } from './db/transactions.ts';
import { platformRecord, verifyChain } from './events/events.ts';
import { readJournal } from './features/emision/journal.ts';
import { checkLedger } from './features/emision/ledger-check.ts';
import { promises, type Witnessed } from './features/emision/ledger-rules.ts';
import { reconcile } from './features/emision/reconcile.ts';

interface Command {
  readonly does: string;
  /** Gives the exit code. */
  run(config: Config, options: { readonly simulador?: string }): Promise<number>;
}

/** What an operator can do beside running the server: `npm run timbre -- <command>`. */
const commands: Readonly<Record<string, Command>> = {
  verificar: {
    does: 'comprueba que ningún número se perdió, se repitió ni se contradice (--simulador URL: también con su bitácora)',
    run: (config, { simulador }) =>
      withDatabase(config, async (db) => {
        const journal = await readJournal(journalFileOf(config));
        const witnessed = simulador === undefined ? undefined : await logOf(simulador);
        const evidence = { now: new Date(), journal: journal.highest(), ...(witnessed && { witnessed }) };
        let broken = 0;
        const count = await checkLedger(db, evidence, ({ promise, rnc, about, what }) => {
          broken += 1;
          console.log(`${promise}  ${rnc}  ${about}: ${what} (${promises[promise]})`);
        });
        console.log(`${count} comprobantes firmados, ${broken} hallazgos`);
        return broken === 0 ? 0 : 1;
      }),
  },
  reconciliar: {
    does: 'pregunta a la DGII por los números que el diario conoce y la base de datos perdió, y libera sus series',
    async run(config) {
      const journal = await readJournal(journalFileOf(config));
      const app = await createApp(config, { journal, log: pino({ level: 'silent' }) }, fail);
      const results = await reconcile(app.context).finally(app.close);
      for (const { series, lost, received, problem } of results) {
        const { ambiente, rncEmisor, tipo } = series;
        const outcome = problem === undefined ? 'vuelve a emitir' : `sigue en cuarentena: ${problem}`;
        console.log(`${ambiente} ${rncEmisor} ${tipo}: ${lost} números perdidos, ${received} en la DGII; ${outcome}`);
      }
      if (results.length === 0) console.log('No hay series en cuarentena.');
      return results.every(({ problem }) => problem === undefined) ? 0 : 1;
    },
  },
  'auditoria verificar': {
    does: 'comprueba que el registro de eventos de cada empresa y el de la plataforma no fueron alterados (o: audit verify)',
    run: (config) =>
      withDatabase(config, async (db) => {
        let broken = 0;
        for (const { id, name } of await db.system(listRecords)) {
          const found = (await verifyChain(db, id)).broken;
          if (found !== undefined) broken += 1;
          console.log(`${name}  ${found === undefined ? 'íntegro' : `evento ${found.seq}: ${found.what}`}`);
        }
        return broken === 0 ? 0 : 1;
      }),
  },
  'reset-root-password': {
    does: 'fija la contraseña del administrador y cierra sus sesiones',
    run: (config) =>
      withDatabase(config, async (db) => {
        const terminal = createInterface({ input: process.stdin, output: process.stdout });
        const password = await terminal.question('Contraseña nueva (12 caracteres o más): ');
        terminal.close();
        const fault = passwordFault(password, []);
        if (fault !== undefined) {
          console.error(fault);
          return 1;
        }
        const contrasena_hash = await hashPassword(password);
        await db.system(async (tx) => {
          const root = await tx
            .updateTable('usuario')
            .set({ contrasena_hash })
            .where('rol', '=', 'root')
            .returning('id')
            .execute();
          const ids = root.map(({ id }) => id);
          await tx.updateTable('sesion').set({ revocada: new Date() }).where('usuario_id', 'in', ids).execute();
        });
        return 0;
      }),
  },
};

/** Other names of a command. */
const aliases: Readonly<Record<string, string>> = { 'audit verify': 'auditoria verificar' };

/** Every record there is: the platform's, each company's, and those of companies that are no more. */
async function listRecords(tx: Tx) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(e.rnc, case when id = ${platformRecord} then 'plataforma' else id::text end) as name
    from (select ${platformRecord}::uuid as id union select id from empresa union select empresa_id from evento_cabeza) records
    left join empresa e using (id) order by e.rnc nulls first, name`.execute(tx);
  return rows;
}

async function withDatabase(config: Config, work: (db: Db) => Promise<number>): Promise<number> {
  const db = await connect(config, { onWarning: fail, onLost: fail });
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.close();
  }
}

async function logOf(simulator: string): Promise<Witnessed[]> {
  const response = await fetch(`${simulator}/_control/log`, { method: 'POST' });
  return (await response.json()) as Witnessed[];
}

function fail(error: Error): never {
  if (error instanceof FolderInUse)
    console.error('El servidor está usando la carpeta de datos. Deténgalo y vuelva a intentarlo.');
  else console.error(error instanceof ConfigError ? `Configuración: ${error.message}` : error);
  process.exit(1);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { simulador: { type: 'string' } } });
const name = positionals.join(' ');
const command = commands[aliases[name] ?? name];
if (command === undefined) {
  const list = Object.entries(commands).map(([each, { does }]) => `  ${each.padEnd(22)} ${does}`);
  console.error(`Uso: npm run timbre -- <orden>\n\n${list.join('\n')}`);
  process.exit(name === '' ? 0 : 1);
}
const run = async () => command.run(readConfig(process.env), values);
process.exit(await run().catch(fail));
