import { fileURLToPath } from 'node:url';
import { problems } from '@timbre/contract';
import { officialCodes, rules, strictCodes } from '@timbre/ecf';
import {
  type AnyRuleHead,
  auditRules,
  boxes,
  type FormatCode,
  formatOf,
  formats,
  rulesOf,
  unansweredRules,
  unconfirmedRule,
  unreadRules,
  waitingRules,
} from '@timbre/reports';
import { amountRows } from '../packages/ecf/src/arithmetic/amounts.ts';

export const factsFile = fileURLToPath(new URL('../packages/enciclopedia/src/hechos.generated.ts', import.meta.url));

const quoted = (text: string) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);

/** A value as the formatter writes it on one line. */
const literal = (value: unknown): string =>
  typeof value === 'string'
    ? quoted(value)
    : Array.isArray(value)
      ? `[${value.map(literal).join(', ')}]`
      : typeof value === 'object' && value !== null
        ? `{ ${Object.entries(value)
            .filter(([, one]) => one !== undefined)
            .map(([key, one]) => `${key}: ${literal(one)}`)
            .join(', ')} }`
        : String(value);

const table = (comment: string, name: string, type: string, rows: readonly (readonly [string, unknown])[]) =>
  `\n/** ${comment} */\nexport const ${name}: Readonly<Record<string, ${type}>> = {\n${[...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, value]) => `  '${code}': ${literal(value)},\n`)
    .join('')}};\n`;

/** Numbers in order, for a person: `1, 2, 8 a 16 y 23`. */
function numbered(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  const parts = runs.flatMap(([from, to]) =>
    to - from > 1 ? [`${from} a ${to}`] : from === to ? [`${from}`] : [`${from}`, `${to}`],
  );
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}`;
}

/** The fields that a rule of a format concerns; with the name of the field if there is only one. */
function placeOf(format: FormatCode, code: string, heads: readonly AnyRuleHead[]): string {
  // These rules concern the whole file. They name a field only because every problem has one.
  if (/-(LINEAS|LECTURA|DGII|RESPUESTA)-/.test(code)) return 'Todo el archivo';
  const at = new Set<string>(heads.map((head) => head.at));
  const [field, ...more] = formatOf(format).fields.filter(({ key }) => at.has(key));
  if (field === undefined) throw new Error(`${code}: no field of the ${format}`);
  return more.length === 0
    ? `Campo ${field.numero}, ${field.name}`
    : `Campos ${numbered([field, ...more].map(({ numero }) => numero))}`;
}

/** Rules of a format. A rule for a kind of field appears once, with all its fields. */
function formatRules(format: FormatCode): (readonly [string, unknown])[] {
  const byCode = new Map<string, AnyRuleHead[]>();
  const unread = format === '606' || format === '607' ? [unreadRules[format], waitingRules[format]] : [];
  if (format === '606') unread.push(unconfirmedRule);
  if (format !== '608') unread.push(unansweredRules[format]);
  for (const head of [...rulesOf(format), ...unread]) byCode.set(head.code, [...(byCode.get(head.code) ?? []), head]);
  return [...byCode].map(([code, heads]) => {
    const { severity, source } = heads[0]!;
    return [code, { gravedad: severity, donde: placeOf(format, code, heads), fuente: source }];
  });
}

/** The rules of the reports and of the audit of the IT-1. */
const reportRules = (): (readonly [string, unknown])[] => [
  ...(Object.keys(formats) as FormatCode[]).flatMap(formatRules),
  ...auditRules.map(({ code, severity, box, source }): readonly [string, unknown] => {
    const donde = box === undefined ? 'Cualquier casilla' : `Casilla ${box}, ${boxes.get(box)!.label}`;
    return [code, { gravedad: severity, donde, fuente: source }];
  }),
];

/** The text of `hechos.generated.ts`: the facts of the encyclopedia about rules, structure, reports and refusals. */
export const generateFacts = (): string =>
  [
    '// Generated from the rules and the refusals by scripts/generate.ts. Not to be edited.\n',
    '// biome-ignore-all format: one line a code.\n',
    '\n/** Severity and source of a rule of the documents. */\nexport interface Regla {\n',
    "  readonly severidad: 'rechazo' | 'condicional' | 'aviso';\n  readonly fuente: string;\n",
    '  /** The message code of the DGII for the same fault. */\n  readonly codigoDGII?: string;\n',
    '  /** The number of a rejected document may be used again. */\n  readonly libre?: true;\n}\n',
    table(
      'The rules of the documents, by code.',
      'reglas',
      'Regla',
      rules.map(({ code, severity, source, codigoDGII, leavesNumberFree }) => [
        code,
        { severidad: severity, fuente: source, codigoDGII, libre: leavesNumberFree },
      ]),
    ),
    table(
      'The computed elements and their formulas, by the code of their rule.',
      'importes',
      '{ readonly campo: string; readonly formula: string }',
      amountRows.map(({ code, campo, formula }) => [code, { campo, formula }]),
    ),
    '\n/** Severity, place and source of a rule of the fiscal reports. */\nexport interface ReglaDeReporte {\n',
    "  readonly gravedad: 'error' | 'aviso';\n  /** The fields or the box at fault. */\n  readonly donde: string;\n",
    '  readonly fuente: string;\n}\n',
    table('The rules of the fiscal reports, by code.', 'reglasDeReportes', 'ReglaDeReporte', reportRules()),
    table('The faults of structure, in one sentence each.', 'estructura', 'string', [
      ...Object.entries(officialCodes),
      ...Object.entries(strictCodes),
    ]),
    table(
      'The refusals of the platform, with their Spanish titles.',
      'negativas',
      'string',
      Object.entries(problems).map(([code, { title }]) => [code, title]),
    ),
  ].join('');
