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

/** What a company has stated of what it withholds; a field that is left out was not stated. */
export interface WithholdingFacts {
  /** It withholds from those who sell to it. */
  readonly agenteRetencion?: boolean | undefined;
  /** What the law withholds is filled in where a document 41 or 47 states nothing. */
  readonly retencionDeLey?: boolean | undefined;
}

/** The elements that state what is withheld of a line. */
export type CampoRetenido = 'MontoITBISRetenido' | 'MontoISRRetenido';

/** Kinds of income that the data of a document does not distinguish. The first of each type of document is what holds if nobody says more. */
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

/** What a kind of income is called, in Spanish. */
export const nombreDeClase = (clase: ClaseDeRenta): string => ({ ...clases[41], ...clases[47] })[clase][0];

/** What is withheld of a kind of income. */
export interface OtraClase {
  readonly clase: ClaseDeRenta;
  readonly rate: WithholdingRate;
  readonly monto: Decimal;
}

/** What the law withholds of one line, by one tax, in RD$. */
export interface Withholding {
  /** Of the line, from 0. */
  readonly index: number;
  readonly campo: CampoRetenido;
  /** The ITBIS of the line, or its amount without taxes. */
  readonly base: Decimal;
  /** Undefined where nothing is withheld: {@link porque} has the reason. */
  readonly rate: WithholdingRate | undefined;
  readonly monto: Decimal;
  /** Why, in Spanish. */
  readonly porque: string;
  /** Of the income tax: the kind that was taken, and those that withhold another amount. */
  readonly clase?: ClaseDeRenta;
  readonly otras: readonly OtraClase[];
}

const nobody = 'en Configuración dice que su empresa no retiene';
const obliged = `${nobody}; el art. 305 del Código Tributario obliga a quien paga al exterior: confírmelo`;
const undated = 'ninguna fuente leída da la tasa de ese día: la decide su empresa';

/** Whether what is withheld of a line must be stated: in types 41 and 47. @source Formato e-CF v1.0, área Retencion del detalle, p. 36 */
export const withholds = (tipo: string): tipo is '41' | '47' => tipo === '41' || tipo === '47';

/** Whether a line states an amount that is withheld, zero included. */
export const isWithheldStated = ({ Retencion }: Item): boolean =>
  Retencion?.MontoITBISRetenido !== undefined || Retencion?.MontoISRRetenido !== undefined;

/**
 * What the law withholds of each line of a purchase (41: ITBIS, and of services income tax) or of a payment abroad (47: income
 * tax). Nothing of it is written into the document. The amounts of a group of lines add up to what its rate takes of the group.
 *
 * @param hoy its day, where the document has none
 * @param clase of the income, where it is known; else the first one of the type
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
  const found =
    reading.tipo === '41'
      ? [...ofITBIS(reading, nets, fecha), ...ofIncome(reading, nets, fecha, clase)]
      : ofIncome(reading, nets, fecha, clase);
  const none = reading.tipo === '41' ? nobody : obliged;
  return found
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

/** {@link withholdingsOf} of a document that was not read yet. @param now epoch milliseconds: the day of one that has none */
export const lawOf = (draft: Draft, now: number, facts: WithholdingFacts = {}, clase?: ClaseDeRenta) =>
  withholdingsOf(readDraft(draft), formatFecha(now), facts, clase);

/** A document whose lines state what is withheld, and the lines where that was filled in, from 0. */
export interface Filled<T> {
  readonly draft: T;
  readonly puestas: ReadonlySet<number>;
}

/**
 * Fills what the law withholds into the lines of a document 41 or 47 that state nothing, where its company chose that; and zero
 * where the company has stated that it does not withhold. What is stated stays, and so does every other document.
 *
 * @param now epoch milliseconds: the day of a document that has none
 * @param clase of the income, where it is known
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
