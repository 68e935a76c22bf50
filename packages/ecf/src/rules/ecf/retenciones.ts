import { abs, compare, decimal, displayFecha, formatMonto, isZero, parseDecimal, sub } from '@timbre/values';
import { rateText } from '@timbre/values/retenciones';
import type { Item } from '../../arithmetic/draft.ts';
import { type CampoRetenido, isWithheldStated, nombreDeClase, type Withholding } from '../../arithmetic/withholding.ts';
import { type Rule, ruleSet } from '../rule.ts';
import type { Checked } from './context.ts';

/** A line of a document 41 or 47, and its legal withholding. */
interface Subject {
  readonly item: Item;
  readonly index: number;
  readonly ley: readonly Withholding[];
}

const names = { MontoITBISRetenido: 'ITBIS', MontoISRRetenido: 'ISR' } as const;

/** The official format lets a line withhold nothing: its amounts may be zero. */
const source = 'Formato e-CF v1.0, campos 5-7 del detalle, p. 36; leyes de @timbre/values/retenciones';

/** A legal amount with its computation, reason, law and date; then the amounts under other kinds of income. */
function lawText({ base, rate, monto, porque, otras }: Withholding): string {
  if (rate === undefined) return `0.00 (${porque})`;
  const product = (of: typeof rate) => `${formatMonto(base)} × ${rateText(of)}`;
  const others = otras.map(
    (one) => `; si es ${nombreDeClase(one.clase)}, ${formatMonto(one.monto)} (${product(one.rate)}; ${one.rate.ley})`,
  );
  const law = `${rate.ley}, desde el ${displayFecha(rate.desde)}`;
  return `${formatMonto(monto)} (${product(rate)}; ${porque}; ${law})${others.join('')}`;
}

const lawTexts = ({ ley }: Subject): string =>
  ley.map((one) => `de ${names[one.campo]}, ${lawText(one)}`).join('. También ');

const lawFor = ({ ley }: Subject, campo: CampoRetenido) => ley.find((one) => one.campo === campo);

/**
 * Whether a line states the legal amount, under any kind of income that its data does not distinguish. Also true if it
 * states none, or if there is no legal amount.
 */
function agrees(subject: Subject, campo: CampoRetenido): boolean {
  const text = subject.item.Retencion?.[campo];
  const stated = text === undefined ? undefined : parseDecimal(text);
  const law = lawFor(subject, campo);
  if (stated === undefined || law === undefined) return true;
  return [law, ...law.otras].some(({ monto }) => compare(abs(sub(stated, monto)), cent) <= 0);
}

/** Tolerance for rounding. */
const cent = decimal('0.01');

function difference(subject: Subject, campo: CampoRetenido): string {
  const stated = parseDecimal(subject.item.Retencion?.[campo] ?? '');
  const difference =
    stated === undefined || isZero(stated)
      ? `Dice que no retiene ${names[campo]} (0.00)`
      : `Dice ${formatMonto(stated)} de ${names[campo]} retenido`;
  return `${difference}, y por ley es ${lawText(lawFor(subject, campo)!)}. Se emite lo que dice el comprobante`;
}

const differs = (code: string, campo: CampoRetenido): Rule<Subject, Checked> => ({
  code,
  tipos: ['41', '47'],
  at: `Retencion.${campo}`,
  severity: 'aviso',
  ofFacts: true,
  source,
  holds: (subject, { puestas }) => puestas.has(subject.index) || agrees(subject, campo),
  message: (subject) => difference(subject, campo),
});

const table: readonly Rule<Subject, Checked>[] = [
  {
    code: 'ECF-RETENCION-06',
    tipos: ['41', '47'],
    at: 'Retencion',
    severity: 'rechazo',
    ofFacts: true,
    source,
    holds: ({ item }) => isWithheldStated(item),
    message: (subject) =>
      `Falta la retención de la línea, que decide su empresa. Por ley sería: ${lawTexts(subject)}. ` +
      'Escriba en Retencion lo que retiene (0.00 si nada), o indique en Configuración que se aplique la retención de ley',
  },
  differs('ECF-RETENCION-07', 'MontoITBISRetenido'),
  differs('ECF-RETENCION-08', 'MontoISRRetenido'),
  {
    code: 'ECF-RETENCION-09',
    tipos: ['41', '47'],
    at: 'Retencion',
    severity: 'aviso',
    ofFacts: true,
    source,
    holds: ({ index }, { puestas }) => !puestas.has(index),
    message: (subject) => `Se puso la retención, como pide Configuración: ${lawTexts(subject)}`,
  },
];

/**
 * Compares the withholding of lines of types 41 and 47 with the law. Skipped unless the caller passes the issuer's
 * data.
 */
export const retenciones = ruleSet<Subject, Checked>(
  subjectsOf,
  ({ index }) => `DetallesItems.Item[${index + 1}]`,
  table,
);

function subjectsOf({ ledger, ley }: Checked): readonly Subject[] {
  if (ley.length === 0) return [];
  const byLine: Withholding[][] = ledger.lines.map(() => []);
  for (const one of ley) byLine[one.index]!.push(one);
  return ledger.lines.map(({ item, index }) => ({ item, index, ley: byLine[index]! }));
}
