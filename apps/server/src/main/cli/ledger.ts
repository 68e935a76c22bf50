import { existsSync } from 'node:fs';
import pino from 'pino';
import { checkLedger, type Evidence } from '../../domain/comprobantes/ledger/ledger-check.ts';
import { promises, type Witnessed } from '../../domain/comprobantes/ledger/ledger-rules.ts';
import { openJournal, readJournal } from '../../domain/comprobantes/numbers/journal.ts';
import { rebuild } from '../../domain/comprobantes/numbers/rebuild.ts';
import { reconcile } from '../../domain/comprobantes/numbers/reconcile.ts';
import type { Config } from '../../domain/config.ts';
import { anchorFolderOf, journalFileOf } from '../../domain/own-files.ts';
import type { Db } from '../../platform/db/transactions.ts';
import { readAnchors } from '../../platform/events/anchors.ts';
import { createApp } from '../app.ts';
import { type Commands, fail, openSeals, withDatabase } from './command.ts';

/** Commands for the issued numbers. */
export const ledgerCommands: Commands = {
  verificar: {
    does: 'comprueba que ningún número se perdió, se repitió ni se contradice (--simulador: también con su bitácora)',
    options: { simulador: 'URL' },
    run: (config, { simulador }) =>
      withDatabase(config, async (db) => {
        const journal = await readJournal(journalFileOf(config));
        const witnessed = simulador === undefined ? undefined : await logOf(simulador);
        const { records: remembered, problems } = readAnchors(await openSeals(config, db), anchorFolderOf(config));
        for (const problem of problems) console.log(`I9  ${problem}`);
        const known = { remembered, journal: journal.highest(), ...(witnessed && { witnessed }) };
        const broken = problems.length + (await tellFindings(config, db, known));
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
  'diario rehacer': {
    does: 'da por perdidos los diarios que faltan: antes pregunta a la DGII por los números que siguen a los conocidos',
    async run(config) {
      const file = journalFileOf(config);
      const begun = existsSync(file) ? undefined : await beginJournal(file);
      const journal = await readJournal(file);
      const app = await createApp(config, { journal, log: pino({ level: 'silent' }) }, fail);
      const { lost, recovered, notAskable, problem } = await rebuild(app.context, begun).finally(app.close);
      for (const { ambiente, rncEmisor, tipo, numero } of recovered)
        console.log(`${ambiente} ${rncEmisor} ${tipo}: la DGII tiene números hasta el ${numero}; ninguno se repetirá`);
      for (const { ambiente, rncEmisor, tipo, numero } of notAskable)
        console.log(
          `${ambiente} ${rncEmisor} ${tipo}: de los que siguen al ${numero} no se puede preguntar; si emitió más, regístrelo en Secuencias`,
        );
      if (problem !== undefined) console.error(`No se confirmó nada: ${problem}`);
      else console.log(`${lost} diarios dados por perdidos. Los procesos en marcha vuelven a emitir.`);
      return problem === undefined ? 0 : 1;
    },
  },
};

/** Checks every promise and prints each broken one on a line. Returns how many there are. */
export async function tellFindings(
  config: Config,
  db: Db,
  known: Pick<Evidence, 'remembered' | 'journal' | 'witnessed'>,
): Promise<number> {
  const evidence = { now: new Date(), autoridad: config.authority, seals: await openSeals(config, db), ...known };
  let broken = 0;
  const count = await checkLedger(db, evidence, ({ promise, rnc, about, what }) => {
    broken += 1;
    console.log(`${promise}  ${rnc}  ${about}: ${what} (${promises[promise]})`);
  });
  console.log(`${count} comprobantes firmados, ${broken} hallazgos`);
  return broken;
}

/** Creates the journal of a process that has not started since it was lost. */
async function beginJournal(file: string): Promise<string | undefined> {
  const journal = await openJournal(file);
  await journal.close();
  return journal.id;
}

async function logOf(simulator: string): Promise<Witnessed[]> {
  const response = await fetch(`${simulator}/_control/log`, { method: 'POST' });
  return (await response.json()) as Witnessed[];
}
