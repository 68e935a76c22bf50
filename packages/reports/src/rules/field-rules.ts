import { compare, type Decimal, isLegacyNCF, round, zero } from '@timbre/values';
import type { Field } from '../layout/field.ts';
import { type Drafts, type FormatCode, formatOf, type Keys } from '../layout/formats.ts';
import { tipoOfNCF } from '../layout/ncf.ts';
import type { RowRule } from './rule.ts';

/** A check of all the fields that it applies to. */
interface FieldCheck {
  readonly number: string;
  readonly applies: (field: Field) => boolean;
  /** Called with a value that is present. A missing value breaks only the first check. */
  readonly holds: (value: unknown, field: Field) => boolean;
  readonly message: (field: Field) => string;
}

const nameOf = ({ numero, name }: Field): string => `${numero}, ${name}`;

const checks: readonly FieldCheck[] = [
  {
    number: '01',
    applies: ({ required }) => required,
    holds: (value) => value !== undefined && value !== '',
    message: (field) => `Falta el campo ${nameOf(field)}: complételo antes de generar el archivo`,
  },
  {
    number: '02',
    applies: ({ kind }) => kind === 'code',
    holds: (value, { codes, pattern = /^/ }) =>
      codes === undefined ? pattern.test(value as string) : Object.hasOwn(codes, value as string),
    message: (field) => `El código del campo ${nameOf(field)} no existe en la tabla de la DGII: elija uno de la lista`,
  },
  {
    number: '03',
    applies: ({ kind }) => kind === 'amount',
    holds: (value) => compare(value as Decimal, zero) >= 0,
    message: (field) => `El campo ${nameOf(field)} es negativo: escríbalo positivo, también en las notas de crédito`,
  },
  {
    number: '04',
    applies: ({ kind }) => kind === 'amount',
    holds: (value) => compare(round(value as Decimal, 2), value as Decimal) === 0,
    message: (field) => `El campo ${nameOf(field)} tiene más de dos decimales: redondéelo a centavos`,
  },
  {
    number: '05',
    applies: ({ enabled, kind }) => enabled === false && kind === 'amount',
    holds: (value) => compare(value as Decimal, zero) === 0,
    message: (field) => `La DGII no ha habilitado el campo ${nameOf(field)}: déjelo en blanco`,
  },
  {
    number: '06',
    applies: ({ most }) => most !== undefined,
    holds: (value, { most = 0 }) => (value as string).length <= most,
    message: (field) => `El campo ${nameOf(field)} tiene más de ${field.most} caracteres: acórtelo`,
  },
  {
    number: '07',
    applies: ({ kind }) => kind === 'ncf',
    holds: (value) => tipoOfNCF(value as string) !== undefined || isLegacyNCF(value as string),
    message: (field) =>
      `El campo ${nameOf(field)} no es un comprobante: debe ser B y 10 dígitos o E y 12, de un tipo que exista`,
  },
];

/** Rules derived from the table of a format: `606-CAMPO-01` a required field … `606-CAMPO-07` the form of a number. */
export const fieldRules = <Code extends FormatCode>(code: Code): RowRule<Code, Drafts[Code]>[] =>
  formatOf(code).fields.flatMap((field) =>
    checks
      .filter(({ applies }) => applies(field))
      .map(({ number, holds, message }) => ({
        code: `${code}-CAMPO-${number}`,
        severity: 'error' as const,
        at: field.key as Keys[Code],
        source: formatOf(code).source,
        holds: (row: Drafts[Code]) => {
          const value = (row as Readonly<Record<string, unknown>>)[field.key];
          return value === undefined ? number !== '01' : holds(value, field);
        },
        message: message(field),
      })),
  );
