import { formatFecha, tiposECF } from '@timbre/values';
import type { Partly } from '../arithmetic/draft.ts';
import type { DocumentKind } from '../schema/documents.ts';
import type { DocumentTrees } from '../schema/types.generated.ts';
import { ajustes } from './ecf/ajustes.ts';
import { type Checked, examine } from './ecf/context.ts';
import { encabezado } from './ecf/encabezado.ts';
import { fechas } from './ecf/fechas.ts';
import { impuestos } from './ecf/impuestos.ts';
import { items } from './ecf/items.ts';
import { medidas } from './ecf/medidas.ts';
import { moneda } from './ecf/moneda.ts';
import { paginas } from './ecf/paginas.ts';
import { paginasYLineas } from './ecf/paginas-y-lineas.ts';
import { partes } from './ecf/partes.ts';
import { referencias } from './ecf/referencia.ts';
import { retencionDeLinea } from './ecf/retencion-de-linea.ts';
import { retenciones } from './ecf/retenciones.ts';
import { textos } from './ecf/textos.ts';
import { totales } from './ecf/totales.ts';
import { acuse, anulacion, aprobacion, textosDeAprobacion } from './other-documents.ts';
import { type CheckedSummary, resumenes } from './rfce.ts';
import { checkAll, type RuleFault, type RuleHead, type RuleOptions, type RuleSet } from './rule.ts';

const ecf: readonly RuleSet<Checked>[] = [
  encabezado,
  fechas,
  medidas,
  ...moneda,
  ...partes,
  textos,
  ...items,
  retencionDeLinea,
  retenciones,
  ajustes,
  ...impuestos,
  ...totales,
  ...paginas,
  paginasYLineas,
  referencias,
];

type Checks = {
  readonly [Kind in DocumentKind]: (tree: Partly<DocumentTrees[Kind]>, options: RuleOptions) => RuleFault[];
};

/** The check of each type of e-CF; under '', that of a document without a valid type. */
const ecfChecks = new Map(['', ...tiposECF].map((tipo) => [tipo, checkAll(ecf, tipo)]));

/** Runs the rule sets of the formats other than the e-CF. They have no types. */
function runner<Tree>(sets: readonly RuleSet<Tree>[]): (tree: Tree) => RuleFault[] {
  const check = checkAll(sets, '');
  return (tree) => {
    const faults: RuleFault[] = [];
    check(tree, faults);
    return faults;
  };
}

const checkSummary = runner<CheckedSummary>(resumenes);

const checks: Checks = {
  ECF: (tree, options) => {
    const context = examine(tree, options);
    const faults: RuleFault[] = [];
    const check = ecfChecks.get(context.ledger.tipo) ?? ecfChecks.get('');
    check?.(context, faults);
    return faults;
  },
  RFCE: (rfce, { now }) => checkSummary({ rfce, hoy: now === undefined ? undefined : formatFecha(now) }),
  ACECF: runner([aprobacion, textosDeAprobacion]),
  ARECF: runner([acuse]),
  ANECF: runner(anulacion),
  SemillaModel: () => [],
};

/**
 * Checks the business rules of a document: arithmetic, taxes, dates, parties, references.
 * Missing or malformed elements are left to the structure check, so this may be called on a draft.
 * @returns a fault for each broken rule. `rechazo`: the authority would refuse the document; `condicional`: it would accept it
 * with a remark; `aviso`: it would accept it, but a person should look again
 */
export const checkRules = <Kind extends DocumentKind>(
  kind: Kind,
  tree: Partly<DocumentTrees[Kind]>,
  options: RuleOptions = {},
): RuleFault[] => checks[kind](tree, options);

/** Every rule, for lists and for tests. */
export const rules: readonly RuleHead[] = [
  ...ecf,
  ...resumenes,
  aprobacion,
  textosDeAprobacion,
  acuse,
  ...anulacion,
].flatMap((set) => set.rules);

/** The codes of the rules that facts outside the document decide: see `Rule.ofFacts`. */
export const rulesOfFacts: readonly string[] = rules.flatMap(({ code, ofFacts }) => (ofFacts ? [code] : []));
