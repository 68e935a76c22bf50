import type { Partly } from './arithmetic/draft.ts';
import type { ReadDocument } from './codec/read-document.ts';
import { type Fault, mostFaults } from './fault.ts';
import { checkRules } from './rules/check.ts';
import type { RuleFault, RuleOptions } from './rules/rule.ts';
import type { DocumentKind } from './schema/documents.ts';
import type { DocumentTrees } from './schema/types.generated.ts';
import type { StructureCode } from './structure/codes.ts';
import { validateStructure } from './structure/validate-structure.ts';

/** Faults after which parts of a tree may not have the declared shape: then its rules are not run. */
const shapeCodes: readonly string[] = ['XSD-TIPO', 'XSD-SOBRA', 'XSD-REPETIDO'] satisfies StructureCode[];
const tipoPath = 'Encabezado.IdDoc.TipoeCF';

/** With {@link mostFaults} faults, the structure was not checked to the end. */
const isShaped = (faults: readonly Fault[]): boolean =>
  faults.length < mostFaults && faults.every(({ code, path }) => !shapeCodes.includes(code) && path !== tipoPath);

/** Whether a structural fault is that of an amount below zero. */
const isNegativeAmount = ({ code, message }: Fault): boolean => code === 'XSD-PATRON' && message.startsWith('«-');

const inTotals = ({ path }: Fault): boolean => /^Encabezado\.(?:Totales|OtraMoneda)\./.test(path);

/**
 * Rules whose message is more precise than the faults that follow from the same mistake, which are left out: a line that
 * does not state its withholding, and discounts that make amounts negative.
 */
const causes: Readonly<Record<string, (cause: Fault, fault: Fault) => boolean>> = {
  'ECF-RETENCION-06': (cause, fault) => fault.path.startsWith(cause.path),
  'ECF-DESCUENTO-03': (cause, fault) =>
    isNegativeAmount(fault) &&
    (inTotals(fault) || fault.path.startsWith(cause.path.slice(0, cause.path.lastIndexOf('.') + 1))),
  'ECF-AJUSTE-11': (_, fault) => isNegativeAmount(fault) && inTotals(fault),
};

const touches = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

const refusing = (fault: Fault): RuleFault => ({ ...fault, severity: 'rechazo' });

/**
 * The faults of a document that was read in its form and its structure, unless reading it proved that valid.
 *
 * @returns also the faults that only this platform reports, being stricter: see `isStrictCode`
 */
export const structuralFaults = ({
  kind,
  tree,
  faults,
  isValid,
}: Exclude<ReadDocument, { readonly kind: undefined }>): readonly Fault[] =>
  isValid ? [] : [...faults, ...validateStructure(kind, tree)];

/**
 * Checks a document that was read: its form, its structure unless reading it proved that valid, and its business rules.
 * @returns every fault, as {@link validate} returns them
 */
export function validateRead(
  read: Exclude<ReadDocument, { readonly kind: undefined }>,
  options: RuleOptions = {},
): RuleFault[] {
  const { kind, tree, faults, isValid } = read;
  return isValid ? checkRules(kind, tree, options) : [...faults.map(refusing), ...validate(kind, tree, options)];
}

/**
 * Checks a tree from any source: its structure, then its business rules.
 * While the structure has faults, only rules that would refuse the document are reported, and only about other elements:
 * sums over missing or malformed numbers are meaningless.
 * @returns every fault with the authority's reaction to it; structural ones are always `rechazo`
 */
export function validate<Kind extends DocumentKind>(kind: Kind, tree: unknown, options: RuleOptions = {}): RuleFault[] {
  const shapeFaults = validateStructure(kind, tree).map(refusing);
  if (!isShaped(shapeFaults)) return shapeFaults;
  const ruled = checkRules(kind, tree as Partly<DocumentTrees[Kind]>, options);
  const precise = ruled.filter(({ code }) => Object.hasOwn(causes, code));
  const isCovered = (fault: Fault) =>
    !Object.hasOwn(causes, fault.code) && precise.some((cause) => causes[cause.code]!(cause, fault));
  const structural = shapeFaults.filter((fault) => !isCovered(fault));
  const rest = ruled.filter((fault) => !isCovered(fault));
  if (structural.length === 0) return rest;
  return [
    ...structural,
    ...rest.filter(
      ({ severity, path }) => severity === 'rechazo' && !structural.some((fault) => touches(fault.path, path)),
    ),
  ];
}
