import { tiposECF } from '@timbre/values';
import type { Draft, Partly } from '../arithmetic/draft.ts';
import type { DocumentKind } from '../schema/documents.ts';
import type { DocumentTrees } from '../schema/types.generated.ts';
import { ajustes } from './ecf/ajustes.ts';
import { type Checked, examine } from './ecf/context.ts';
import { encabezado } from './ecf/encabezado.ts';
import { impuestos } from './ecf/impuestos.ts';
import { items } from './ecf/items.ts';
import { paginas } from './ecf/paginas.ts';
import { referencias } from './ecf/referencia.ts';
import { totales } from './ecf/totales.ts';
import { acuse, anulacion, aprobacion } from './other-documents.ts';
import { resumen } from './rfce.ts';
import { checkAll, type RuleFault, type RuleHead, type RuleSet } from './rule.ts';

/** What is known besides the document; each part adds the rules that need it. */
export interface RuleOptions {
  /** Epoch milliseconds: no signature may be dated later. */
  readonly now?: number;
  /** The e-CF that a note (33, 34) modifies: amount, date and buyer are compared. */
  readonly modificado?: Draft;
}

const ecf: readonly RuleSet<Checked>[] = [
  encabezado,
  ...items,
  ajustes,
  ...impuestos,
  ...totales,
  ...paginas,
  referencias,
];

type Checks = {
  readonly [Kind in DocumentKind]: (tree: Partly<DocumentTrees[Kind]>, options: RuleOptions) => RuleFault[];
};

/** The check of each type of e-CF; under '', that of a document of no type. */
const ecfChecks = new Map(['', ...tiposECF].map((tipo) => [tipo, checkAll(ecf, tipo)]));

/** Runs the rule sets of a format other than the e-CF, which have no types to tell apart. */
function runner<Tree>(sets: readonly RuleSet<Tree>[]): (tree: Tree) => RuleFault[] {
  const check = checkAll(sets, '');
  return (tree) => {
    const faults: RuleFault[] = [];
    check(tree, faults);
    return faults;
  };
}

const checks: Checks = {
  ECF: (tree, { now, modificado }) => {
    const context = examine(tree, now, modificado);
    const faults: RuleFault[] = [];
    const check = ecfChecks.get(context.ledger.tipo) ?? ecfChecks.get('');
    check?.(context, faults);
    return faults;
  },
  RFCE: runner([resumen]),
  ACECF: runner([aprobacion]),
  ARECF: runner([acuse]),
  ANECF: runner(anulacion),
  SemillaModel: () => [],
};

/**
 * Checks the business rules of a document: arithmetic, taxes, dates, parties, references.
 * What is missing or malformed is the structure's matter and is passed over here, so it may be called on a draft.
 * @returns a fault for each rule that does not hold; `rechazo` would be refused by the authority, `condicional` accepted with a remark
 */
export const checkRules = <Kind extends DocumentKind>(
  kind: Kind,
  tree: Partly<DocumentTrees[Kind]>,
  options: RuleOptions = {},
): RuleFault[] => checks[kind](tree, options);

/** Every rule by its code, for lists and for tests. */
export const rules: readonly RuleHead[] = [...ecf, resumen, aprobacion, acuse, ...anulacion].flatMap(
  (set) => set.rules,
);
