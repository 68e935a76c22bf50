import { anchorFolderOf } from '../../domain/own-files.ts';
import { readAnchors, writeAnchor } from '../../platform/events/anchors.ts';
import { verifyChain } from '../../platform/events/events.ts';
import { listRecords } from '../../platform/events/records-repo.ts';
import { type Commands, openSeals, withDatabase } from './command.ts';

/** Commands for the event records. */
export const auditCommands: Commands = {
  'auditoria verificar': {
    does: 'comprueba que el registro de eventos de cada empresa y el de la plataforma no fueron alterados (o: audit verify)',
    run: (config) =>
      withDatabase(config, async (db) => {
        const seals = await openSeals(config, db);
        const { records, problems } = readAnchors(seals, anchorFolderOf(config));
        let broken = problems.length;
        for (const problem of problems) console.log(problem);
        for (const { id, name } of await db.system((tx) => listRecords(tx, [...records.keys()]))) {
          const fault = (await verifyChain({ db, seals }, id, records.get(id))).broken;
          if (fault !== undefined) broken += 1;
          console.log(`${name}  ${fault === undefined ? 'íntegro' : `evento ${fault.seq}: ${fault.what}`}`);
        }
        return broken === 0 ? 0 : 1;
      }),
  },
  'auditoria anclar': {
    does: 'escribe y firma ahora el ancla de hoy: el final de cada registro de eventos, para guardarla fuera',
    run: (config) =>
      withDatabase(config, async (db) => {
        const seals = await openSeals(config, db);
        const path = await writeAnchor({ db, seals }, anchorFolderOf(config), new Date());
        console.log(path ?? 'El ancla de hoy ya está escrita.');
        return 0;
      }),
  },
};
