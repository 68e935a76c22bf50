import { add, type Decimal, type Fecha, formatDecimal, formatFecha, isNegative, round, zero } from '@timbre/values';
import {
  foreignRate,
  isrRate,
  itbisWithholdingRate,
  rateText,
  type WithholdingRate,
  withhold,
  withholdEach,
} from '@timbre/values/retenciones';
import type { Draft, Item } from './draft.ts';
import { type Gravado, tasaITBIS } from './rates.ts';
import { adjustmentsOnLine, type Line, netOfLine, type Reading, readDraft } from './reading.ts';

/** A company's statements about withholding. A field that is left out was not stated. */
export interface WithholdingFacts {
  /** The company withholds tax from its sellers. */
  readonly agenteRetencion?: boolean | undefined;
  /** The legal withholding is filled in where a document 41 or 47 states none. */
  readonly retencionDeLey?: boolean | undefined;
}

/** The elements that state the withheld amounts of a line. */
export type CampoRetenido = 'MontoITBISRetenido' | 'MontoISRRetenido';

/**
 * Kinds of income that the data of a document does not distinguish. The first one of each type of document is the
 * default.
 */
const clases = {
  41: {
    honorario: ['honorario o alquiler', (fecha: Fecha) => isrRate('02', fecha)],
    tecnico: ['servicio técnico', (fecha: Fecha) => isrRate('04', fecha)],
  },
  47: {
    general: ['otro pago al exterior', (fecha: Fecha) => foreignRate('otros', fecha)],
    regalias: [
      'regalías, software, publicidad en línea o servicios en la nube',
      (fecha: Fecha) => foreignRate('regalias-software-publicidad-nube', fecha),
    ],
  },
} as const;

/** A kind of income whose tax is withheld: of types 41 and 47. */
export type ClaseDeRenta = keyof (typeof clases)[41] | keyof (typeof clases)[47];

/** Name of a kind of income, in Spanish. */
export const nombreDeClase = (clase: ClaseDeRenta): string => ({ ...clases[41], ...clases[47] })[clase][0];

/** Withholding under another kind of income. */
interface OtraClase {
  readonly clase: ClaseDeRenta;
  readonly rate: WithholdingRate;
  readonly monto: Decimal;
}

/** Legal withholding of one line, for one tax, in RD$. */
export interface Withholding {
  /** Index of the line, from 0. */
  readonly index: number;
  readonly campo: CampoRetenido;
  /** The ITBIS of the line, or its amount without taxes. */
  readonly base: Decimal;
  /** Undefined where nothing is withheld: {@link porque} has the reason. */
  readonly rate: WithholdingRate | undefined;
  readonly monto: Decimal;
  /** The reason, in Spanish. */
  readonly porque: string;
  /** Income tax only: the kind of income that was applied, and in `otras` those that withhold another amount. */
  readonly clase?: ClaseDeRenta;
  readonly otras: readonly OtraClase[];
}

const nobody = 'en Configuración dice que su empresa no retiene';
const obliged = `${nobody}; el art. 305 del Código Tributario obliga a quien paga al exterior: confírmelo`;
const undated = 'ninguna fuente leída da la tasa de ese día: la decide su empresa';

/**
 * Whether the lines of a type must state their withholding: 41 and 47.
 * @source Formato e-CF v1.0, área Retencion del detalle, p. 36
 */
export const withholds = (tipo: string): tipo is '41' | '47' => tipo === '41' || tipo === '47';

/** Whether a line states a withheld amount, zero included. */
export const isWithheldStated = ({ Retencion }: Item): boolean =>
  Retencion?.MontoITBISRetenido !== undefined || Retencion?.MontoISRRetenido !== undefined;

/**
 * Legal withholding of each line of a purchase (41: ITBIS, and income tax on services) or of a payment abroad (47:
 * income tax). Nothing is written into the document. The amounts of a group of lines add up to the group's total times
 * its rate.
 *
 * @param hoy the day used where the document has none
 * @param clase kind of income, where it is known; otherwise the first one of the type
 * @returns in the order of the lines, ITBIS first; none for other types
 * @source Formato e-CF v1.0, campos 5-7 del detalle y nota 53, p. 36; the laws of `@timbre/values/retenciones`
 */
export function withholdingsOf(
  reading: Reading,
  hoy: Fecha,
  facts: WithholdingFacts = {},
  clase?: ClaseDeRenta,
): readonly Withholding[] {
  if (!withholds(reading.tipo)) return [];
  const fecha = reading.fecha ?? hoy;
  const nets = reading.lines.map((line) => netOf(reading, line));
  const withholdings =
    reading.tipo === '41'
      ? [...ofITBIS(reading, nets, fecha), ...ofIncome(reading, nets, fecha, clase)]
      : ofIncome(reading, nets, fecha, clase);
  const none = reading.tipo === '41' ? nobody : obliged;
  return withholdings
    .map((one) => (facts.agenteRetencion === false && one.rate !== undefined ? nothing(one, none) : one))
    .sort((a, b) => a.index - b.index);
}

const nothing = (
  { index, campo, base }: Pick<Withholding, 'index' | 'campo' | 'base'>,
  porque: string,
): Withholding => ({
  index,
  campo,
  base,
  rate: undefined,
  monto: zero,
  porque,
  otras: [],
});

/** The amount of a line without taxes, after the global adjustments; never negative. */
function netOf(reading: Reading, line: Line): Decimal {
  const net = add(
    netOfLine(reading, line),
    adjustmentsOnLine(reading, line, () => true),
  );
  return isNegative(net) ? zero : net;
}

const isPerson = ({ ecf }: Reading): boolean => ecf.Encabezado?.Comprador?.RNCComprador?.length === 11;
const isCompany = ({ ecf }: Reading): boolean => ecf.Encabezado?.Comprador?.RNCComprador?.length === 9;
const isService = ({ item }: Line): boolean => item.IndicadorBienoServicio === '2';

function ofITBIS(reading: Reading, nets: readonly Decimal[], fecha: Fecha): Withholding[] {
  const itbis = reading.lines.map(() => zero);
  for (const rate of ['1', '2'] as const) {
    const own = reading.lines.filter(({ indicador }) => indicador === rate);
    const percent = { percent: tasaITBIS(Number(rate) as Gravado, fecha), desde: '', ley: '', source: '' };
    const amounts = withholdEach(
      own.map(({ index }) => nets[index]!),
      percent,
    );
    own.forEach(({ index }, i) => {
      itbis[index] = amounts[i]!;
    });
  }
  return reading.lines.map((line) => {
    const one = { index: line.index, campo: 'MontoITBISRetenido', base: itbis[line.index]! } as const;
    if (line.indicador !== '1' && line.indicador !== '2') return nothing(one, 'la línea no lleva ITBIS');
    const ofPerson = isPerson(reading) && isService(line);
    const rate = itbisWithholdingRate(ofPerson ? 'persona-fisica' : 'compras', fecha, 'E41');
    if (rate === undefined) return nothing(one, undated);
    const porque = ofPerson ? 'servicio de una persona física' : 'comprobante de compras: quien vende no emite el suyo';
    return { ...one, rate, monto: withhold(one.base, rate), porque, otras: [] };
  });
}

function ofIncome(
  reading: Reading,
  nets: readonly Decimal[],
  fecha: Fecha,
  clase: ClaseDeRenta | undefined,
): Withholding[] {
  const known = Object.entries(reading.tipo === '47' ? clases[47] : clases[41]) as [
    ClaseDeRenta,
    readonly [string, (fecha: Fecha) => WithholdingRate | undefined],
  ][];
  const own = reading.tipo === '47' ? reading.lines : reading.lines.filter(isService);
  const taxed = own.filter(({ indicador }) => indicador !== '0');
  const places = new Map(taxed.map(({ index }, i) => [index, i]));
  const bases = taxed.map(({ index }) => nets[index]!);
  const [taken, ...others] = known
    .sort(([a], [b]) => Number(b === clase) - Number(a === clase))
    .map(([name, [words, rateOn]]) => ({ name, words, rate: rateOn(fecha) }));
  const { rate, words, name } = taken!;
  const amounts = rate === undefined ? [] : withholdEach(bases, rate);
  const rest = others.flatMap((other) =>
    other.rate === undefined || rate === undefined || rateText(other.rate) === rateText(rate)
      ? []
      : { clase: other.name, rate: other.rate, amounts: withholdEach(bases, other.rate) },
  );
  return own.map((line) => {
    const one = { index: line.index, campo: 'MontoISRRetenido', base: round(nets[line.index]!, 2) } as const;
    const i = places.get(line.index);
    if (i === undefined) return nothing(one, 'la línea no es facturable');
    if (reading.tipo === '41' && isCompany(reading))
      return nothing(one, 'la vende una sociedad, y el art. 309 del Código Tributario no manda retenerle ISR');
    if (rate === undefined) return nothing(one, undated);
    return {
      ...one,
      rate,
      monto: amounts[i]!,
      porque: reading.tipo === '41' ? `${words} de una persona física` : words,
      clase: name,
      otras: rest.map(({ clase: otra, rate: otherRate, amounts: taken }) => ({
        clase: otra,
        rate: otherRate,
        monto: taken[i]!,
      })),
    };
  });
}

/**
 * {@link withholdingsOf} for a document that was not read yet.
 *
 * @param now epoch milliseconds: the day used where the document has none
 */
export const lawOf = (draft: Draft, now: number, facts: WithholdingFacts = {}, clase?: ClaseDeRenta) =>
  withholdingsOf(readDraft(draft), formatFecha(now), facts, clase);

/** A document whose lines state their withholding, and the lines where it was filled in, from 0. */
export interface Filled<T> {
  readonly draft: T;
  readonly puestas: ReadonlySet<number>;
}

/**
 * Fills in the legal withholding of the lines of a document 41 or 47 that state none, if its company chose that; or
 * zero, if the company has stated that it does not withhold. Stated amounts and all other documents are unchanged.
 *
 * @param now epoch milliseconds: the day used where the document has none
 * @param clase kind of income, where it is known
 */
export function fillWithholding<T extends Draft>(
  draft: T,
  facts: WithholdingFacts,
  now: number,
  clase?: ClaseDeRenta,
): Filled<T> {
  const puestas = new Set<number>();
  const items = draft.DetallesItems?.Item ?? [];
  const wants = facts.retencionDeLey === true || facts.agenteRetencion === false;
  const left = new Set(items.flatMap((item, index) => (isWithheldStated(item) ? [] : index)));
  if (!wants || left.size === 0 || !withholds(draft.Encabezado?.IdDoc?.TipoeCF ?? '')) return { draft, puestas };
  const amounts = new Map<number, Partial<Record<CampoRetenido, string>>>();
  for (const { index, campo, monto } of withholdingsOf(readDraft(draft), formatFecha(now), facts, clase)) {
    if (!left.has(index)) continue;
    puestas.add(index);
    amounts.set(index, { ...amounts.get(index), [campo]: formatDecimal(monto, 2) });
  }
  const Item = items.map((item, index) =>
    puestas.has(index)
      ? { ...item, Retencion: { IndicadorAgenteRetencionoPercepcion: '1', ...item.Retencion, ...amounts.get(index) } }
      : item,
  );
  return { draft: { ...draft, DetallesItems: { ...draft.DetallesItems, Item } }, puestas };
}
