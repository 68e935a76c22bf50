import type { tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';
import { type Account, accountClass, fitsIn } from './account.ts';
import type { MappedReport } from './fields.ts';
import { matchWords, typeWords606, typeWords607, words606, words607 } from './words.ts';

/** What the words of an account say, and how sure that is. */
export interface ByWords<Destino> {
  readonly cuentaId: string;
  readonly destino: Destino;
  readonly confianza: number;
}

/** How sure a rule of words is: less where the account has no type to be excluded by. @source specification 002 §9 */
const confianzas = { conTipo: 0.4, sinTipo: 0.25 } as const;

/** How sure the words about an account are. */
export const confidenceByWords = (cuenta: Pick<Account, 'type'>): number =>
  accountClass(cuenta) === undefined ? confianzas.sinTipo : confianzas.conTipo;

/**
 * The fields of a report that accounts feed by their words: the basic auto-map. Accounts that the report excludes, and those
 * that no rule knows, are left out.
 *
 * @source specification 002 §9
 */
export function mapByWords(reporte: MappedReport, cuentas: readonly Account[]): ByWords<string>[] {
  const rules = reporte === '606' ? words606 : words607;
  return cuentas.flatMap((cuenta) => {
    const destino = fitsIn(reporte, cuenta) ? matchWords(rules, cuenta) : undefined;
    return destino === undefined ? [] : [{ cuentaId: cuenta.id, destino, confianza: confidenceByWords(cuenta) }];
  });
}

/** The kind of goods and services of each account that the 606 takes, by its words; 02 where they say nothing. @source specification 002 §9 */
export const classifyByWords606 = (cuentas: readonly Account[]): ByWords<keyof typeof tipoBienesServicios>[] =>
  cuentas
    .filter((cuenta) => fitsIn('606', cuenta))
    .map((cuenta) => ({
      cuentaId: cuenta.id,
      destino: matchWords(typeWords606, cuenta) ?? '02',
      confianza: confidenceByWords(cuenta),
    }));

/** The kind of income of each account that the 607 takes, by its words; 1 where they say nothing. @source specification 002 §9 */
export const classifyByWords607 = (cuentas: readonly Account[]): ByWords<keyof typeof tipoIngreso>[] =>
  cuentas
    .filter((cuenta) => fitsIn('607', cuenta))
    .map((cuenta) => ({
      cuentaId: cuenta.id,
      destino: matchWords(typeWords607, cuenta) ?? 1,
      confianza: confidenceByWords(cuenta),
    }));
