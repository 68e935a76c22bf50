import type { eventos } from '@timbre/contract';
import { afterCommit, type Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent, type NewEvent, platformRecord } from '../../platform/events/events.ts';
import type { Accounts } from './accounts.ts';
import { issuersTopic } from './issuers.ts';

/**
 * Records an act of the platform's administrator on a company, in the company's event record and in the platform's.
 * Notifies the company's open screens and the caches of the company.
 *
 * @param act its `datos` is an object
 * @param que the part of its configuration that changed
 */
export async function recordActOnEmpresa(
  ctx: Pick<Accounts, 'events' | 'signals'>,
  tx: Tx,
  empresa: { readonly id: string; readonly rnc: string },
  act: NewEvent & { readonly datos: object },
  que: eventos.EventoConfiguracion['que'],
): Promise<void> {
  await ctx.events.append(tx, empresa.id, [act, configuracionEvent(que)]);
  await ctx.events.append(tx, platformRecord, [{ ...act, datos: { ...act.datos, rnc: empresa.rnc } }]);
  afterCommit(tx, () => ctx.signals.emit(issuersTopic));
}
