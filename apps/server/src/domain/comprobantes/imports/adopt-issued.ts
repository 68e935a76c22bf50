import { hash } from 'node:crypto';
import { type ErrorDeDocumento, estadoNombre, estadosAceptados } from '@timbre/contract';
import { type ECFHead, numbered, writeSplit } from '@timbre/ecf';
import { displayFecha, parseFecha } from '@timbre/values';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { NewEvent } from '../../../platform/events/events.ts';
import type { Core } from '../core.ts';
import { withSecurityCode } from '../issue/seal.ts';
import { contentOf } from '../judge/stored.ts';
import { inCell } from '../workbooks/in-cell.ts';
import { type Difference, differences } from './differences.ts';
import { duplicado, type JudgedScope, otroContenido } from './errors-repo.ts';
import { holdUnchanged, type IssuedRow, nextIssued, putInPlace } from './issued-repo.ts';
import { storeFaults } from './store-faults.ts';

type Adopting = Pick<Core, 'db' | 'desk' | 'events'>;

/** Rows compared at once. */
const batchSize = 50;

/** A row, and how its content differs from that of the signed document with its number; undefined if it does not. */
interface Compared {
  readonly row: IssuedRow;
  readonly differs: readonly Difference[] | undefined;
}

/**
 * Compares the rows of an import whose numbers are issued with the signed documents. A row with the same content adopts
 * its document, which takes the row's place in the import. A row with another content is never signed: its fault names
 * what differs. Only a row without other faults is compared.
 */
export async function adoptIssued(ctx: Adopting, scope: JudgedScope): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await ctx.db.reading(scope.empresaId, (tx) => nextIssued(tx, scope, { after, most: batchSize }));
    if (rows.length === 0) return;
    const compared: Compared[] = [];
    for (const row of rows) compared.push({ row, differs: await compare(ctx, row) });
    await ctx.db.tenant(scope.empresaId, (tx) => store(tx, ctx, scope, compared));
    after = rows.at(-1)!.orden;
  }
}

/** Writes the row as it would be signed with the document's expiry, and compares the texts. */
async function compare({ desk }: Pick<Core, 'desk'>, row: IssuedRow): Promise<Compared['differs']> {
  const stored = await desk.readStored(row.xml.length, row.xml);
  if (stored.head === undefined) return [];
  const { head: own, middle } = await desk.splitStored(row.arbol.length, row.arbol);
  const expiry = parseFecha(stored.head.Encabezado.IdDoc.FechaVencimientoSecuencia ?? '');
  const head = numbered(own, row.encf, expiry, '');
  const isSame = hash('sha256', writeSplit({ head, middle })) === stored.content.anyMoment;
  if (isSame && (await isSummarySame(desk, row))) return undefined;
  return differences<ECFHead>(head, { ...stored.head, FechaHoraFirma: '' });
}

async function isSummarySame(
  desk: Core['desk'],
  { resumen, resumen_xml, codigo_seguridad }: IssuedRow,
): Promise<boolean> {
  if (resumen === null || resumen_xml === null) return resumen === resumen_xml;
  const stored = await desk.readStored(resumen_xml.length, resumen_xml);
  return contentOf('RFCE', withSecurityCode(resumen, codigo_seguridad), false) === stored.content.exact;
}

async function store(
  tx: Tx,
  ctx: Pick<Core, 'events'>,
  scope: JudgedScope,
  compared: readonly Compared[],
): Promise<void> {
  const { empresaId, importacionId } = scope;
  const unchanged = await holdUnchanged(
    tx,
    empresaId,
    compared.map(({ row }) => row),
  );
  const certain = compared.filter(({ row }) => unchanged.has(row.id));
  const adopted = certain.flatMap(({ row, differs }) => (differs === undefined && !row.queda ? [row] : []));
  const refused = certain.flatMap(({ row, differs }) =>
    differs === undefined
      ? []
      : [{ id: row.id, eNCF: row.encf, errores: withDifference(row, differs), estado: 'error' as const }],
  );
  if (adopted.length > 0) await putInPlace(tx, scope, adopted);
  await storeFaults(tx, ctx, scope, refused);
  const imports = new Set(adopted.flatMap(({ de }) => [importacionId, ...(de === null ? [] : [de])]));
  await ctx.events.append(
    tx,
    empresaId,
    [...imports].map((id): NewEvent => ({ tipo: 'importacion', sujeto: id, datos: { id } })),
  );
}

const withDifference = (row: IssuedRow, differs: readonly Difference[]): ErrorDeDocumento[] => [
  ...row.errores.filter(({ codigo }) => codigo !== duplicado),
  inCell(differenceFault(row, differs), row.fila),
];

/** The fault of a row that differs from the document that was signed with its number. */
function differenceFault(
  { emitido_estado: estado, emitido_fecha: fecha }: IssuedRow,
  [first, ...others]: readonly Difference[],
): ErrorDeDocumento {
  const issued = `Ya se emitió${fecha === null ? '' : ` el ${displayFecha(fecha)}`} (${estadoNombre[estado]}) con otro contenido`;
  const where =
    first === undefined
      ? 'difieren sus líneas'
      : `${first.name} es «${first.own}» aquí y «${first.other}» en el emitido${others.length > 0 ? `, y difieren ${others.length} campos más` : ''}`;
  const mend = estadosAceptados.has(estado) ? 'corrija lo emitido con una nota de crédito o de débito, ' : '';
  return {
    codigo: otroContenido,
    campo: first?.path ?? 'Encabezado.IdDoc.eNCF',
    mensaje: `${issued}: ${where}. No se firma otra vez: ${mend}use otro número o elimine la fila.`,
  };
}
