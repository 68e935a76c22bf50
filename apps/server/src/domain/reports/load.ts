import { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { partyDemanded, writeReceipt } from '@timbre/reports';
import { formatFecha, normalNCF } from '@timbre/values';
import { startSlices } from '@timbre/worker/in-slices';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Core } from '../comprobantes/core.ts';
import type { Changing } from './changed-months.ts';
import { avisosOf } from './load-avisos.ts';
import { readPaper } from './paper-receipt.ts';
import { Rejected } from './paper-values.ts';
import { fromDocuments, lockReceipts, type ReceiptKey } from './receipts-repo.ts';
import type { Scope } from './scope.ts';
import { type Brought, changeWithRows, deriveStored, storeWithRows } from './store-rows.ts';
import type { Sentido } from './tables.ts';

/** The result of loading records. */
interface Loaded {
  readonly cargados: number;
  /** Numbers that a document of the platform already has. */
  readonly repetidos: string[];
  /** `linea` counts from 1. */
  readonly rechazados: { readonly linea: number; readonly ncf: string; readonly motivo: string }[];
  /** Notices of the parts of the records that were not read, in Spanish. */
  readonly avisos: string[];
}

/**
 * Fields required in every record; the name is in no official file. @source specification 002 §5, "Saved-data check"
 */
const demanded = ['ncf', 'fecha', 'montoTotal', 'itbis'] as const;

/**
 * A purchase also requires the supplier, if it has one. Whether a sale requires its buyer depends on its amount: it is
 * decided when its record is read.
 */
const lacksSupplier = ({ rnc, ncf }: reportes.RegistroCargado): boolean =>
  (rnc ?? null) === null && partyDemanded('606', { ncf: normalNCF(ncf ?? '') }) !== undefined;

/** Maximum number of rejected records named when all are refused. */
const mostNamed = 10;

/**
 * Loads receipts on paper with their rows. A document of the platform takes precedence over a record with its number. A
 * receipt on paper that is loaded again is read again, and its answers are retained.
 *
 * @param wanted `todos`: results of single records are not reported to the caller, so one rejected record refuses them
 * all
 * @throws Problem `reportes/formato` if a record lacks a required field, or is rejected and `wanted` is `todos`;
 * `reportes/presentado`
 */
export async function loadReceipts(
  { db, clock, events }: Pick<Core, 'db' | 'clock' | 'events'>,
  scope: Scope,
  sentido: Sentido,
  registros: readonly reportes.RegistroCargado[],
  changing: Changing,
  by: Actor,
  wanted: 'lo que se pueda' | 'todos' = 'lo que se pueda',
): Promise<Loaded> {
  if (registros.length > reportes.maximoDeComprobantes)
    refuse('reportes/formato', `Son más de ${reportes.maximoDeComprobantes}`);
  for (const [i, record] of registros.entries()) {
    const key = demanded.find((each) => (record[each] ?? null) === null);
    if (key !== undefined) refuse('reportes/formato', `Registro ${i + 1}: falta ${key}`);
    if (sentido === 'compra' && lacksSupplier(record)) refuse('reportes/formato', `Registro ${i + 1}: falta rnc`);
  }
  const { brought, rechazados } = await readAll(scope, sentido, registros, clock.now());
  if (wanted === 'todos' && rechazados.length > 0)
    refuse(
      'reportes/formato',
      rechazados
        .slice(0, mostNamed)
        .map(({ linea, ncf, motivo }) => `Registro ${linea} (${ncf}): ${motivo}`)
        .join('. '),
    );
  const tipo = sentido === 'compra' ? '606' : '607';
  return db.tenant(scope.empresaId, async (tx) => {
    const keys = brought.map(({ receipt }) => ({ emisor: receipt.emisor.id!, ncf: receipt.ncf }));
    const { stored, presentado } = await storeWithRows(tx, scope, brought, clock.now(), changing);
    if (sentido === 'compra') await excludeNameless(tx, scope, keys, clock.now(), changing);
    const repetidos = await fromDocuments(tx, scope, sentido, keys);
    if (stored.length > 0) {
      const datos = { tipo, cuantos: stored.length, presentado, ...by };
      await events.append(tx, scope.empresaId, [{ tipo: 'reporte.cargado', datos }]);
    }
    return {
      cargados: stored.length,
      repetidos: repetidos.map(({ ncf }) => ncf),
      rechazados,
      avisos: avisosOf(registros),
    };
  });
}

/**
 * Excludes the purchases of QuickBooks without a supplier whose numbers were loaded with theirs: the number of a receipt
 * without its issuer is another key.
 */
async function excludeNameless(
  tx: Tx,
  scope: Scope,
  keys: readonly ReceiptKey[],
  now: Date,
  changing: Changing,
): Promise<void> {
  const nameless = await lockReceipts(
    tx,
    scope,
    'compra',
    keys.map(({ ncf }) => ({ emisor: '', ncf })),
  );
  const left = nameless
    .filter(({ fuente, excluido }) => fuente === 'quickbooks' && excluido === null)
    .map((receipt) => ({ ...receipt, excluido: 'Se cargó el comprobante, con su suplidor' }));
  if (left.length > 0) await changeWithRows(tx, scope, await deriveStored(tx, scope, left), now, changing);
}

async function readAll(scope: Scope, sentido: Sentido, registros: readonly reportes.RegistroCargado[], now: Date) {
  const context = { sentido, rnc: scope.rnc, hoy: formatFecha(now.getTime()) };
  const brought = new Map<string, Brought>();
  const rechazados: Loaded['rechazados'] = [];
  const slices = startSlices();
  for (const [i, record] of registros.entries()) {
    if (slices.isOver()) await slices.next();
    try {
      const { receipt, respuestas } = readPaper(record, context);
      const key = `${receipt.emisor.id}|${receipt.ncf}`;
      if (brought.has(key)) throw new Rejected('Está dos veces en los datos: se cargó la primera');
      const recibo = writeReceipt(receipt);
      brought.set(key, {
        receipt,
        recibo,
        respuestas,
        sentido,
        fuente: 'cargado',
        documento_id: null,
        excluido: null,
      });
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      rechazados.push({ linea: i + 1, ncf: normalNCF(record.ncf ?? ''), motivo: error.message });
    }
  }
  return { brought: [...brought.values()], rechazados };
}
