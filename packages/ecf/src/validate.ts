import type { Partly } from './arithmetic/draft.ts';
import { type Fault, mostFaults } from './fault.ts';
import { checkRules, type RuleOptions } from './rules/check.ts';
import type { RuleFault } from './rules/rule.ts';
import type { DocumentKind } from './schema/documents.ts';
import type { DocumentTrees } from './schema/types.generated.ts';
import type { StructureCode } from './structure/codes.ts';
import { validateStructure } from './structure/validate-structure.ts';

/** Faults after which a tree may hold something that is not of its declared shape: its rules are not run. */
const shapeCodes: readonly string[] = ['XSD-TIPO', 'XSD-SOBRA', 'XSD-REPETIDO'] satisfies StructureCode[];
const tipoPath = 'Encabezado.IdDoc.TipoeCF';

/** At {@link mostFaults} the structure was not looked at to its end. */
const isShaped = (faults: readonly Fault[]): boolean =>
  faults.length < mostFaults && faults.every(({ code, path }) => !shapeCodes.includes(code) && path !== tipoPath);

const touches = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

/**
 * Checks a tree from anywhere: its structure, then its business rules.
 * While the structure has faults, only rules that would refuse the document are told, and only about other elements:
 * sums over numbers that are missing or malformed say nothing.
 * @returns every fault with what the authority makes of it; structural ones are always `rechazo`
 */
export function validate<Kind extends DocumentKind>(kind: Kind, tree: unknown, options: RuleOptions = {}): RuleFault[] {
  const structural = validateStructure(kind, tree).map((fault): RuleFault => ({ ...fault, severity: 'rechazo' }));
  if (!isShaped(structural)) return structural;
  const ruled = checkRules(kind, tree as Partly<DocumentTrees[Kind]>, options);
  if (structural.length === 0) return ruled;
  return [
    ...structural,
    ...ruled.filter(
      ({ severity, path }) => severity === 'rechazo' && !structural.some((fault) => touches(fault.path, path)),
    ),
  ];
}
