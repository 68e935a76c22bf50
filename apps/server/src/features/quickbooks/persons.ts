import { rncOfRecord } from '@timbre/reports';
import type { Context } from '../context.ts';
import { demandValue, isMissing, quickbooksOf } from './company.ts';
import { textOf } from './view.ts';

/** A vendor or a customer, with the RNC read from its name or address. */
interface Person {
  readonly id: string;
  readonly nombre: string;
  readonly rnc: string;
}

/** How long a person is cached. @source specification 002 §9 */
const rememberedMs = 5 * 60_000;
const mostRemembered = 20_000;

/** Looks people up in QuickBooks, and caches them for five minutes. */
export function createPersons(ctx: Context) {
  const known = new Map<string, { readonly person: Person; readonly untilMs: number }>();

  return async (empresaId: string, entity: 'Vendor' | 'Customer', id: string): Promise<Person> => {
    const opened = await quickbooksOf(ctx, empresaId);
    const { realm, company } = opened;
    const key = [empresaId, realm, entity, id].join(' ');
    const nowMs = ctx.clock.monotonicMs();
    const remembered = known.get(key);
    if (remembered !== undefined && remembered.untilMs > nowMs) return remembered.person;
    const [answer, { rnc: own }] = await Promise.all([company.read(entity, id), ctx.issuers.of(empresaId)]);
    if (isMissing(answer)) return { id, nombre: '', rnc: rncOfRecord(entity, undefined, own) };
    const value = await demandValue(ctx, opened, answer);
    const person = { id, nombre: textOf(value, 'DisplayName'), rnc: rncOfRecord(entity, value, own) };
    if (known.size >= mostRemembered) known.delete(known.keys().next().value!);
    known.set(key, { person, untilMs: nowMs + rememberedMs });
    return person;
  };
}
