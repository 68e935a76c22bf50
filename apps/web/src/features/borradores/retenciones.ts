import {
  type ClaseDeRenta,
  type Draft,
  isWithheldStated,
  lawOf,
  nombreDeClase,
  type Withholding,
  withholds,
} from '@timbre/ecf';
import { add, type Decimal, displayFecha, formatDecimal, isZero, parseDecimal, sub, zero } from '@timbre/values';
import { rateText } from '@timbre/values/retenciones';
import { items, lineInDraft, tipoPath, type WithheldGroupId, withholdingPaths } from './draft.ts';
import { listAt, type Tree, textAt, withAt } from './tree.ts';

/** An alternative kind of income, with the amount that it would withhold. */
interface OtherKind {
  readonly clase: ClaseDeRenta;
  readonly nombre: string;
  readonly monto: string;
}

/** Lines from which the same tax is withheld, for the same reason. Amounts are texts in RD$. */
export interface WithheldGroup {
  readonly id: WithheldGroupId;
  /** Line numbers as in the draft. */
  readonly lineas: readonly number[];
  readonly base: string;
  /** `15 %`; undefined if nothing is withheld by law. */
  readonly tasa: string | undefined;
  /** The amount withheld: zero where the user decided to withhold nothing. */
  readonly monto: string;
  readonly porque: string;
  /** The law and the date from which it applies. */
  readonly ley: string | undefined;
  readonly clase: string | undefined;
  readonly otras: readonly OtherKind[];
  /** Why nothing is withheld, as the user wrote it; undefined where the law is followed. */
  readonly motivo: string | undefined;
}

/** The withholdings of a document of type 41 or 47. */
export interface Withheld {
  /** It is not known whether the company withholds. The question must be answered before the document is issued. */
  readonly isAsked: boolean;
  readonly groups: readonly WithheldGroup[];
  /** Lines of the draft whose withheld amounts the user wrote in their details. */
  readonly escritas: readonly number[];
  readonly total: string;
  /** MontoTotal less the amount withheld; undefined until there is a total. */
  readonly aPagar: string | undefined;
}

/** The facts stated by a company that its documents need. */
export interface CompanyFacts {
  readonly agenteRetencion?: boolean | undefined;
  readonly retencionDeLey?: boolean | undefined;
}

const money = (monto: Decimal): string => formatDecimal(monto, 2);
const amountOf = (text: string): Decimal => parseDecimal(text) ?? zero;

/**
 * Whether the company withholds: as it has stated; else as the user answered for this document; else true if it has the
 * withholding of the law filled in. Undefined if none applies.
 */
function withholdsHere(draft: Tree, { agenteRetencion, retencionDeLey }: CompanyFacts): boolean | undefined {
  const here = textAt(draft, withholdingPaths.retiene);
  if (agenteRetencion !== undefined) return agenteRetencion;
  if (here !== '') return here === 'si';
  return retencionDeLey === true ? true : undefined;
}

/**
 * Writes the withholdings into the lines of the body that state none, following the user's decisions.
 *
 * @param body of the draft, without the decisions
 * @param now epoch milliseconds
 * @returns the body to issue, and the data of the panel; undefined for types that withhold nothing
 */
export function withWithholding(
  draft: Tree,
  body: Tree,
  company: CompanyFacts,
  now: number,
): { readonly body: Tree; readonly groups: readonly WithheldGroup[]; readonly isAsked: boolean } | undefined {
  if (!withholds(textAt(draft, tipoPath))) return undefined;
  const retiene = withholdsHere(draft, company);
  const clase = textAt(draft, withholdingPaths.clase) as ClaseDeRenta | '';
  const lines = listAt(body, items) as readonly Tree[];
  const law = lawOf(body as Draft, now, { agenteRetencion: retiene === false ? false : undefined }, clase || undefined);
  const open = law.filter(({ index }) => !isWithheldStated(lines[index] as never));
  const groups = new Map<WithheldGroupId, Withholding[]>();
  let next = body;
  for (const one of open) {
    const id = groupOf(one, lines[one.index]!);
    groups.set(id, [...(groups.get(id) ?? []), one]);
    if (retiene === undefined) continue;
    const monto = textAt(draft, withholdingPaths.motivo(id)) === '' ? one.monto : zero;
    const at = `${items}[${one.index + 1}].Retencion`;
    next = withAt(next, `${at}.IndicadorAgenteRetencionoPercepcion`, '1');
    next = withAt(next, `${at}.${one.campo}`, money(monto));
  }
  return {
    body: next,
    isAsked: retiene === undefined && open.length > 0,
    groups: order.flatMap((id) => (groups.has(id) ? describe(draft, id, groups.get(id)!) : [])),
  };
}

/** The cards, in their order. */
const order: readonly WithheldGroupId[] = ['ITBISServicios', 'ITBISBienes', 'ISR'];

const groupOf = ({ campo }: Withholding, line: Tree): WithheldGroupId => {
  if (campo === 'MontoISRRetenido') return 'ISR';
  return textAt(line, 'IndicadorBienoServicio') === '2' ? 'ITBISServicios' : 'ITBISBienes';
};

/** One card. Lines without a withholding by law are included only if no line of the group has one. */
function describe(draft: Tree, id: WithheldGroupId, parts: readonly Withholding[]): WithheldGroup {
  const motivo = textAt(draft, withholdingPaths.motivo(id)) || undefined;
  const taken = parts.filter(({ rate, monto }) => rate !== undefined && !isZero(monto));
  const shown = taken.length === 0 ? parts : taken;
  const [first] = shown;
  const { rate, porque, clase, otras } = first!;
  const sum = (of: (one: Withholding) => Decimal) => money(shown.map(of).reduce(add, zero));
  return {
    id,
    lineas: shown.map(({ index }) => lineInDraft(draft, index + 1)),
    base: sum(({ base }) => base),
    tasa: rate && rateText(rate),
    monto: motivo === undefined ? sum(({ monto }) => monto) : '0.00',
    porque,
    ley: rate && `${rate.ley}, desde el ${displayFecha(rate.desde)}`,
    clase: clase && nombreDeClase(clase),
    otras: otras.map((other) => ({
      clase: other.clase,
      nombre: nombreDeClase(other.clase),
      monto: sum((one) => one.otras.find((each) => each.clase === other.clase)?.monto ?? zero),
    })),
    motivo,
  };
}

/** The sums withheld by the lines of a body, and the amount left to pay. @param MontoTotal of the completed document */
export function withheldSums(draft: Tree, body: Tree, MontoTotal: string | undefined) {
  const lines = listAt(body, items) as readonly Tree[];
  const total = lines
    .flatMap((line) => [textAt(line, 'Retencion.MontoITBISRetenido'), textAt(line, 'Retencion.MontoISRRetenido')])
    .map(amountOf)
    .reduce(add, zero);
  const aPagar = MontoTotal === undefined ? undefined : money(sub(amountOf(MontoTotal), total));
  const written = listAt(draft, items).flatMap((line, i) => (isWithheldStated(line as never) ? [i + 1] : []));
  return { total: money(total), aPagar, escritas: written };
}
