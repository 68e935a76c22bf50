import type { tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';
import { type Account, accountClass, fitsIn } from './account.ts';
import type { MappedReport } from './fields.ts';
import { matchWords, typeWords606, typeWords607, words606, words607 } from './words.ts';

/** Proposal from the keywords in an account's texts, with its confidence. */
interface ByWords<Destino> {
  readonly cuentaId: string;
  readonly destino: Destino;
  readonly confianza: number;
}

/**
 * Confidence of a keyword rule: lower if the account has no type that could exclude it. @source specification 002 §9
 */
const confianzas = { conTipo: 0.4, sinTipo: 0.25 } as const;

/** Confidence of the keyword proposals for an account. */
export const confidenceByWords = (cuenta: Pick<Account, 'type'>): number =>
  accountClass(cuenta) === undefined ? confianzas.sinTipo : confianzas.conTipo;

/**
 * Proposes fields of a report for accounts by their keywords: the basic auto-map. Accounts that the report excludes,
 * and accounts that match no rule, are left out.
 *
 * @source specification 002 §9
 */
export function mapByWords(reporte: MappedReport, cuentas: readonly Account[]): ByWords<string>[] {
  const rules = reporte === '606' ? words606 : words607;
  return proposed(cuentas, (cuenta) => (fitsIn(reporte, cuenta) ? matchWords(rules, cuenta) : undefined));
}

/** Whether an account is neither income nor expense: cash, ITBIS to pay. Only its words make it one. */
const isOther = (cuenta: Account): boolean => accountClass(cuenta) === 'otra';

/** Proposals for the accounts that have one. */
const proposed = <Destino>(
  cuentas: readonly Account[],
  destinoOf: (cuenta: Account) => Destino | undefined,
): ByWords<Destino>[] =>
  cuentas.flatMap((cuenta) => {
    const destino = destinoOf(cuenta);
    return destino === undefined ? [] : [{ cuentaId: cuenta.id, destino, confianza: confidenceByWords(cuenta) }];
  });

/**
 * Kind of goods and services of each account that the 606 accepts, by its keywords; 02 if no rule matches. Accounts
 * that are neither income nor expenses have none unless their words say so.
 * @source specification 002 §9
 */
export const classifyByWords606 = (cuentas: readonly Account[]): ByWords<keyof typeof tipoBienesServicios>[] =>
  proposed(cuentas, (cuenta) =>
    fitsIn('606', cuenta) ? (matchWords(typeWords606, cuenta) ?? (isOther(cuenta) ? undefined : '02')) : undefined,
  );

/**
 * Kind of income of each account that the 607 accepts, by its keywords; 1 if no rule matches. Accounts that are neither
 * income nor expenses have none unless their words say so. @source specification 002 §9
 */
export const classifyByWords607 = (cuentas: readonly Account[]): ByWords<keyof typeof tipoIngreso>[] =>
  proposed(cuentas, (cuenta) =>
    fitsIn('607', cuenta) ? (matchWords(typeWords607, cuenta) ?? (isOther(cuenta) ? undefined : 1)) : undefined,
  );
