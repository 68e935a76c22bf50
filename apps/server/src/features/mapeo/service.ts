import type { mapeo } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import {
  type AccountMapping,
  accountCounts,
  type DynamicMapping,
  dynamicMappingFaults,
  emptyDynamicMapping,
  emptyMapping,
  readExcelColumns,
} from '@timbre/reports';
import type { Tx } from '../../platform/db/transactions.ts';
import type { NewEvent } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { findParte, insertParte, lockParte, type ParteRow, replaceParte } from './repo.ts';
import type { Parte } from './tables.ts';

/** The account mapping of the company; empty until it saves one. */
export const mapeoOf = async (tx: Tx, empresaId: string): Promise<AccountMapping> =>
  mapeoIn(await findParte(tx, empresaId, 'mapeo'));

/** The stored mapping of a row. */
export const mapeoIn = (row: Pick<ParteRow, 'contenido'> | undefined): AccountMapping =>
  row === undefined ? emptyMapping : JSON.parse(row.contenido);

/** The columns of the company's own workbook for a report: header → target. Empty until it saves them. */
export async function dinamicoOf(ctx: Context, empresaId: string, reporte: '606' | '607') {
  const row = await readParte(ctx, empresaId, 'dinamico');
  const dinamico: DynamicMapping = row === undefined ? emptyDynamicMapping : JSON.parse(row.contenido);
  return reporte === '606' ? dinamico.mapeo606 : dinamico.mapeo607;
}

/** A part as it is stored. */
export const readParte = (ctx: Context, empresaId: string, parte: Parte): Promise<ParteRow | undefined> =>
  ctx.db.reading(empresaId, (tx) => findParte(tx, empresaId, parte));

/** The version, date and author of a part; their defaults if it was never saved. */
export const guardadoOf = (row: Omit<ParteRow, 'contenido'> | undefined): mapeo.Guardado => ({
  version: row?.version ?? 0,
  fechaActualizacion: row?.modificado.toISOString() ?? null,
  por: row?.por ?? null,
});

/** A change of a part: its new content, and the event to record. */
interface Change {
  readonly parte: Parte;
  /** The version to replace; undefined replaces any version. */
  readonly version: number | undefined;
  readonly next: (before: ParteRow | undefined) => { readonly contenido: string; readonly event: NewEvent };
}

/**
 * Saves a part.
 *
 * @throws Problem `mapeo/cambiado` when the stored version is not the one to replace: nothing is saved
 */
const save = (ctx: Context, empresaId: string, by: Actor, { parte, version, next }: Change): Promise<mapeo.Guardado> =>
  ctx.db.tenant(empresaId, async (tx) => {
    const before = await lockParte(tx, empresaId, parte);
    if (version !== undefined && version !== (before?.version ?? 0)) refuse('mapeo/cambiado', changedBy(before));
    const { contenido, event } = next(before);
    const row = { version: (before?.version ?? 0) + 1, por: by.por, modificado: ctx.clock.now() };
    const whole = { empresa_id: empresaId, parte, contenido, ...row };
    if (before !== undefined) await replaceParte(tx, whole);
    else if (!(await insertParte(tx, whole))) refuse('mapeo/cambiado');
    await ctx.events.append(tx, empresaId, [event]);
    return guardadoOf(row);
  });

const changedBy = (row: ParteRow | undefined): string | undefined =>
  row && `Lo guardó ${row.por} después de que usted lo cargó`;

/**
 * Replaces the catalogue with the one in the request.
 *
 * @throws Problem `mapeo/cuentas`, `mapeo/cambiado`, `peticion/invalida`
 */
export async function saveCatalogo(ctx: Context, empresaId: string, body: Uint8Array, by: Actor) {
  const { version, contenido, total } = await ctx.desk.readCatalogueBody(body.length, body);
  const event = { tipo: 'mapeo.catalogo', datos: { total, ...by } } as const;
  const saved = await save(ctx, empresaId, by, { parte: 'catalogo', version, next: () => ({ contenido, event }) });
  return { ...saved, total };
}

/**
 * Saves the parts of the mapping that the request has; the others stay.
 *
 * @throws Problem `mapeo/no-reconocido`, `mapeo/invalido`, `mapeo/cambiado`, `peticion/invalida`
 */
export async function saveMapeo(ctx: Context, empresaId: string, body: Uint8Array, by: Actor) {
  const { version, partes } = await ctx.desk.readMappingBody(body.length, body);
  return savePartes(ctx, empresaId, version, partes, by);
}

/** The other name that a request body may use for each classification. */
const classified = { mapeoTipos606: 'mappingTiposBienesServicios', mapeoTipos607: 'mappingTiposIngresos' } as const;

/**
 * Replaces one whole classification.
 *
 * @throws Problem as {@link saveMapeo}
 */
export async function saveTipos(
  ctx: Context,
  empresaId: string,
  { part, rnc, body }: { readonly part: keyof typeof classified; readonly rnc: string; readonly body: Uint8Array },
  by: Actor,
) {
  const { version, partes } = await ctx.desk.readTypesBody(body.length, {
    bytes: body,
    part,
    name: classified[part],
    rnc,
  });
  return savePartes(ctx, empresaId, version, partes, by);
}

function savePartes(
  ctx: Context,
  empresaId: string,
  version: number | undefined,
  partes: Partial<AccountMapping>,
  by: Actor,
) {
  return save(ctx, empresaId, by, {
    parte: 'mapeo',
    version,
    next(before) {
      const old = mapeoIn(before);
      const after = { ...old, ...partes };
      return { contenido: JSON.stringify(after), event: eventOf(old, after, by) };
    },
  });
}

const sumOf = (counts: ReturnType<typeof accountCounts>): number => Object.values(counts).reduce((a, b) => a + b, 0);

function eventOf(before: AccountMapping, after: AccountMapping, by: Actor): NewEvent {
  const [were, are] = [accountCounts(before), accountCounts(after)];
  if (sumOf(are) === 0 && sumOf(were) > 0) return { tipo: 'mapeo.eliminado', datos: { total: sumOf(were), ...by } };
  const { mapping606: de606, mapping607: de607, mapeoTipos606: tipos606, mapeoTipos607: tipos607 } = are;
  return { tipo: 'mapeo.guardado', datos: { de606, de607, tipos606, tipos607, ...by } };
}

/** Saves the columns of the workbooks. @throws Problem `mapeo/invalido`, `mapeo/cambiado` */
export async function saveColumnas(
  ctx: Context,
  empresaId: string,
  version: number | undefined,
  input: object,
  by: Actor,
) {
  const columnas = readExcelColumns(input) ?? refuse('mapeo/invalido', 'Faltan las columnas, o un campo no existe');
  const event = { tipo: 'mapeo.columnas', datos: { ...by } } as const;
  const contenido = JSON.stringify(columnas);
  return save(ctx, empresaId, by, { parte: 'columnas', version, next: () => ({ contenido, event }) });
}

/** Saves the flexible mapping of a workbook. @throws Problem `mapeo/invalido`, `mapeo/cambiado` */
export async function saveDinamico(
  ctx: Context,
  empresaId: string,
  version: number | undefined,
  input: Partial<DynamicMapping>,
  by: Actor,
) {
  const dinamico = { ...emptyDynamicMapping, ...input };
  const faltas = dynamicMappingFaults(dinamico);
  if (faltas.length > 0) refuse('mapeo/invalido', faltas.slice(0, 5).join('; '));
  const total = Object.keys(dinamico.mapeo606).length + Object.keys(dinamico.mapeo607).length;
  const event = { tipo: 'mapeo.dinamico', datos: { total, ...by } } as const;
  const contenido = JSON.stringify(dinamico);
  return save(ctx, empresaId, by, { parte: 'dinamico', version, next: () => ({ contenido, event }) });
}
