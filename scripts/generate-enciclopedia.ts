import { fileURLToPath } from 'node:url';
import { problems } from '@timbre/contract';
import { officialCodes, rules, strictCodes } from '@timbre/ecf';
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

const table = (says: string, name: string, type: string, rows: readonly (readonly [string, unknown])[]) =>
  `\n/** ${says} */\nexport const ${name}: Readonly<Record<string, ${type}>> = {\n${[...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, value]) => `  '${code}': ${literal(value)},\n`)
    .join('')}};\n`;

/** The text of `hechos.generated.ts`: what the encyclopedia takes from the rules, the structure and the refusals. */
export const generateFacts = (): string =>
  [
    '// Generated from the rules and the refusals by scripts/generate.ts. Not to be edited.\n',
    '// biome-ignore-all format: one line a code.\n',
    '\n/** What a rule declares of itself. */\nexport interface Regla {\n',
    "  readonly severidad: 'rechazo' | 'condicional' | 'aviso';\n  readonly fuente: string;\n",
    '  readonly tipos?: readonly string[];\n  /** The message code of the DGII for the same fault. */\n  readonly codigoDGII?: string;\n',
    '  /** The number of a rejected document may be used again. */\n  readonly libre?: true;\n}\n',
    table(
      'The rules of the documents, by code.',
      'reglas',
      'Regla',
      rules.map(({ code, severity, source, tipos, codigoDGII, leavesNumberFree }) => [
        code,
        { severidad: severity, fuente: source, tipos, codigoDGII, libre: leavesNumberFree },
      ]),
    ),
    table(
      'The elements that are computed, and what they must say, by the code of their rule.',
      'importes',
      '{ readonly campo: string; readonly formula: string }',
      amountRows.map(({ code, campo, formula }) => [code, { campo, formula }]),
    ),
    table('The faults of structure, in one sentence each.', 'estructura', 'string', [
      ...Object.entries(officialCodes),
      ...Object.entries(strictCodes),
    ]),
    table(
      'The refusals of the platform, with the title that the person reads.',
      'negativas',
      'string',
      Object.entries(problems).map(([code, { title }]) => [code, title]),
    ),
  ].join('');
