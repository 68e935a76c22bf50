import { importacion } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { Static } from 'typebox';
import { tallyRehearsed } from '../../../domain/comprobantes/rehearsal/rehearsal-repo.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Context } from '../../context.ts';
import { findImport, latestImports } from '../repo.ts';
import { noTally, tallyImports } from '../tally-repo.ts';
import { countEmisores, countStates, groupFaltas } from './counts-repo.ts';
import type { ShownImport } from './documents-repo.ts';
import { countFaults, listFaults } from './faults-repo.ts';
import { countFilas, filasById, listFilas, shortFault } from './rows-repo.ts';

/** The latest imports, newest first. */
export async function recentImports({ db }: Pick<Context, 'db'>, empresaId: string) {
  return db.tenant(empresaId, async (tx) => {
    const rows = await latestImports(tx, empresaId);
    const ids = rows.map(({ id }) => id);
    const tallies = await tallyImports(tx, empresaId, ids);
    return rows.map((row) => ({
      ...row,
      creada: row.creada.toISOString(),
      pasos: [...row.pasos],
      ...(tallies.get(row.id) ?? noTally),
    }));
  });
}

/** An import: its state and its counts. @throws Problem `recurso/no-encontrado` */
export async function viewImport({ db }: Pick<Context, 'db'>, of: ShownImport): Promise<importacion.Importacion> {
  return db.reading(of.empresaId, async (tx) => {
    const { row, ...progress } = await readProgress(tx, of);
    const [states, faltas, emisores] = await Promise.all([
      countStates(tx, of),
      groupFaltas(tx, of),
      countEmisores(tx, of),
    ]);
    return {
      ...row,
      creada: row.creada.toISOString(),
      errores: row.errores.map(shortFault),
      avisos: row.avisos.map(shortFault),
      ...progress,
      ...states,
      faltas,
      emisores,
    };
  });
}

/**
 * The progress of an import, without the details that only its screen shows. @throws Problem `recurso/no-encontrado`
 */
export async function progressOf({ db }: Pick<Context, 'db'>, of: ShownImport) {
  const { row, totales, enCurso } = await db.reading(of.empresaId, (tx) => readProgress(tx, of));
  return { estado: row.estado, totales, enCurso };
}

async function readProgress(tx: Tx, of: ShownImport) {
  const { empresaId, importacionId: id, ensayo } = of;
  const row = (await findImport(tx, of)) ?? refuse('recurso/no-encontrado');
  const [tallies, rehearsed] = await Promise.all([
    tallyImports(tx, empresaId, [id]),
    ensayo ? tallyRehearsed(tx, of) : undefined,
  ]);
  const { totales, enCurso } = tallies.get(id) ?? noTally;
  return {
    row,
    totales,
    enCurso: rehearsed ? { firmar: rehearsed.firmar, enviar: rehearsed.enviar } : enCurso,
    ensayados: rehearsed?.total ?? 0,
  };
}

/** A page of the documents of an import. @throws Problem `recurso/no-encontrado` */
export async function viewFilas(
  { db }: Pick<Context, 'db'>,
  of: ShownImport,
  query: Static<typeof importacion.listarFilas.query>,
): Promise<Static<typeof importacion.listarFilas.answer>> {
  const { desde = 0, limite = 100, contar = false } = query;
  return db.reading(of.empresaId, async (tx) => {
    await demandImport(tx, of);
    const [documentos, total] = await Promise.all([
      listFilas(tx, of, query, desde, limite),
      contar ? countFilas(tx, of, query) : null,
    ]);
    return { documentos: fitting(documentos), total };
  });
}

/** A page of the faults and verdicts of an import. @throws Problem `recurso/no-encontrado` */
export async function viewIncidencias(
  { db }: Pick<Context, 'db'>,
  of: ShownImport,
  { aviso = false, buscar = '', despues = '0.0', limite = 50 }: Static<typeof importacion.listarIncidencias.query>,
): Promise<Static<typeof importacion.listarIncidencias.answer>> {
  const [orden = 0, lugar = 0] = despues.split('.').map(Number);
  return db.reading(of.empresaId, async (tx) => {
    await demandImport(tx, of);
    const [total, matches, rows] = await Promise.all([
      countFaults(tx, of, { aviso, buscar: '' }),
      buscar === '' ? undefined : countFaults(tx, of, { aviso, buscar }),
      listFaults(tx, of, { aviso, buscar }, { orden, lugar }, limite + 1),
    ]);
    const filas = await filasById(tx, of, [...new Set(rows.map(({ id }) => id))]);
    const page = rows
      .slice(0, limite)
      .map(({ id, falta }) => ({ documento: filas.get(id)!, falta: falta && shortFault(falta) }));
    const incidencias = fitting(page);
    const last = rows[incidencias.length - 1];
    return {
      total,
      encontradas: matches ?? total,
      incidencias,
      siguiente: last && rows.length > incidencias.length ? `${last.orden}.${last.lugar}` : null,
    };
  });
}

async function demandImport(tx: Tx, of: ShownImport): Promise<void> {
  if ((await findImport(tx, of)) === undefined) refuse('recurso/no-encontrado');
}

/** Bytes reserved in an answer for everything except the list. */
const frame = 1024;

/** The first items that fit in an answer, at least one. */
function fitting<T>(items: readonly T[]): T[] {
  let bytes = frame;
  const end = items.findIndex((item, i) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return i > 0 && bytes > importacion.maximoDeRespuesta;
  });
  return items.slice(0, end === -1 ? items.length : end);
}
