import { abs, add, compare, type Decimal, isZero, zero } from '@timbre/values';
import type { Line, Receipt } from '../derive/input.ts';
import { type DerivationCode, derivations } from '../derive/marks.ts';
import { tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';
import type { ReadLine } from './figures.ts';
import { kindOfName, kindOfType } from './names.ts';
import { fieldsOf, kindOf, type LineAccount, type MappingIndex, type Side } from './roles.ts';

/** Kind of a line, good (1) or service (2), with its derivation. */
interface Kind {
  readonly kind: '1' | '2';
  readonly code: DerivationCode;
}

/**
 * Goods or services: by the mapping, by the type of the item or of the account, then by the name of the account. The
 * specification treats the rest as services; here the rest is not known.
 * @source specification 002 §5, «Goods versus services»; docs/design/reports.md#replacements
 */
function kindOfLine({ account, item }: ReadLine, mapping: MappingIndex): Kind | undefined {
  const fields = fieldsOf(account, 'compra', mapping);
  if (fields.includes('monto_facturado_bienes')) return { kind: '1', code: 'D-QB-MAPEO' };
  if (fields.includes('monto_facturado_servicios')) return { kind: '2', code: 'D-QB-MAPEO' };
  const typed = kindOfType[item.type] ?? kindOfType[account?.type ?? ''];
  if (typed !== undefined) return { kind: typed, code: 'D-QB-TIPO' };
  const named = kindOfName(account?.name ?? '');
  return named && { kind: named, code: 'D-QB-PALABRA' };
}

/**
 * The lines of a purchase as input of the derivations, with the least certain derivation of their kinds. No lines are
 * returned if the kind of one of them is not known.
 */
export function purchaseLines(
  lines: readonly ReadLine[],
  mapping: MappingIndex,
): { readonly lineas: readonly Line[]; readonly code?: DerivationCode } {
  const base = lines.filter(({ role, amount }) => role === 'base' && !isZero(amount));
  const kinds = base.map((line) => kindOfLine(line, mapping));
  const known = kinds.filter((kind) => kind !== undefined);
  if (known.length < base.length || base.length === 0) return { lineas: [] };
  const lineas = base.map(({ amount }, i): Line => ({ bienServicio: known[i]!.kind, facturacion: '1', monto: amount }));
  const codes = known.map(({ code }) => code);
  const code =
    codes.find((each) => derivations[each].mark === 'estimado') ?? codes.find((each) => each === 'D-QB-TIPO');
  return { lineas, code: code ?? 'D-QB-MAPEO' };
}

/**
 * The account with the largest amount among the lines bought or sold; the first one of equal amounts.
 * @source specification 002 §3, cuentaMayorMonto
 */
function largestAccount(lines: readonly ReadLine[]): LineAccount | undefined {
  const amounts = new Map<string, { readonly account: LineAccount; amount: Decimal }>();
  for (const { role, account, amount } of lines) {
    if (role !== 'base' || account === undefined) continue;
    const key = account.id || account.name;
    const before = amounts.get(key)?.amount ?? zero;
    amounts.set(key, { account, amount: add(before, abs(amount)) });
  }
  let largest: { readonly account: LineAccount; amount: Decimal } | undefined;
  for (const each of amounts.values())
    if (largest === undefined || compare(each.amount, largest.amount) > 0) largest = each;
  return largest?.account;
}

/**
 * Classification of a document, by the mapping of the account with its largest amount. @source specification 002 §5,
 * §9
 */
export interface Classified {
  readonly account: LineAccount | undefined;
  /** `01` … `11` of a purchase, `1` … `6` of a sale; undefined if it is not classified. */
  readonly tipo?: string | undefined;
  /** The type; 99 if there is none, which is not a code of the DGII. */
  readonly casilla: string;
  /** `Sin clasificar`, or `Error en mapeo` for a code that does not exist. */
  readonly aviso?: 'Sin clasificar' | 'Error en mapeo';
}

const codesOf = { compra: tipoBienesServicios, venta: tipoIngreso } as const;

/** Classifies a document by the account with its largest amount. */
export function classify(lines: readonly ReadLine[], side: Side, mapping: MappingIndex): Classified {
  const account = largestAccount(lines);
  const kind = kindOf(account, side, mapping);
  if (kind === undefined) return { account, casilla: '99', aviso: 'Sin clasificar' };
  const tipo = side === 'compra' ? kind : kind.replace(/^0/, '');
  return Object.hasOwn(codesOf[side], tipo)
    ? { account, tipo, casilla: tipo }
    : { account, casilla: '99', aviso: 'Error en mapeo' };
}

/** Field of the mapping of a sale → FormaPago of the e-CF, for the account that the payment went to. @source specification 002 §3 */
const formaOfField: Readonly<Record<string, string>> = {
  campo17: '1',
  campo18: '2',
  campo19: '3',
  campo20: '4',
  campo21: '5',
};

/** FormaPago of a sale, by the mapping of the account that the payment went to. */
export const formaOfAccount = (account: LineAccount | undefined, mapping: MappingIndex): string | undefined =>
  fieldsOf(account, 'venta', mapping)
    .map((field) => formaOfField[field])
    .find((forma) => forma !== undefined);

/** The kind of goods and services of a purchase, with the type that its receipt requires. */
export const tipoOfPurchase = ({ tipo }: Classified): NonNullable<Receipt['libros']>['tipoBienesServicios'] =>
  tipo as keyof typeof tipoBienesServicios | undefined;
