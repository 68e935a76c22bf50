import { tiposECF } from '@timbre/values';
import { elementOfFact, emisorPath, type IssuerData, type PrintedFact } from './issuer-data.ts';
import { isProvincia, placeName } from './places.ts';
import { checkRules } from './rules/check.ts';
import { type SchemaNode, trees } from './schema/tree.ts';
import { type LeafCheck, type LeafFault, leafCheck } from './structure/leaf-check.ts';

/** A fault of one fact. */
export interface IssuerDataFault extends Pick<LeafFault, 'message'> {
  readonly fact: PrintedFact;
  /** Of a fact with several values, the one at fault, from 0. */
  readonly index?: number;
  /** Code of the fault of the structure, or of the rule. */
  readonly code: string;
}

const printedFacts = Object.keys(elementOfFact) as PrintedFact[];

/**
 * The faults of the facts of an issuer: values that the structure of any type of e-CF refuses in the element of a fact;
 * a province whose code is not that of a province, a municipality whose code is that of a province, and a municipality
 * of another province.
 */
export function faultsOfIssuerData(data: IssuerData): IssuerDataFault[] {
  const faults = printedFacts.flatMap((fact) => {
    const fields = data[fact];
    const isList = typeof fields === 'object';
    return [fields ?? []].flat().flatMap((value, index): IssuerDataFault[] => {
      const fault = leafFault(fact, value) ?? placeFault(fact, value);
      return fault === undefined ? [] : [{ fact, ...fault, ...(isList ? { index } : {}) }];
    });
  });
  const { municipio, provincia } = data;
  if (faults.length > 0 || municipio === undefined || provincia === undefined) return faults;
  return checkRules('ECF', { Encabezado: { Emisor: { Municipio: municipio, Provincia: provincia } } })
    .filter(({ code }) => code === 'ECF-MUNICIPIO-01')
    .map(({ code, message }) => ({ fact: 'municipio', code, message }));
}

/** The first fault of a value in the element of its fact, in any type of e-CF. */
const leafFault = (fact: PrintedFact, value: string): LeafFault | undefined =>
  checksOf(fact)
    .find(({ accepts }) => !accepts(value))
    ?.explain(value);

const checks = new Map<PrintedFact, readonly LeafCheck[]>();

function checksOf(fact: PrintedFact): readonly LeafCheck[] {
  const known = checks.get(fact);
  if (known !== undefined) return known;
  const node = leafAt(`${emisorPath}.${elementOfFact[fact]}`);
  const made = tiposECF.flatMap((tipo) =>
    node?.type === undefined || node.occurs(tipo)[1] === 0 ? [] : leafCheck(node.type, tipo),
  );
  checks.set(fact, made);
  return made;
}

function leafAt(path: string): SchemaNode | undefined {
  let nodes: readonly SchemaNode[] = trees.ECF;
  let node: SchemaNode | undefined;
  for (const step of path.split('.')) {
    node = nodes.find(({ name }) => name === step);
    nodes = node?.children ?? [];
  }
  return node;
}

/** The table has provinces, municipalities and districts; the schema accepts any of them in either element. */
function placeFault(fact: PrintedFact, code: string): LeafFault | undefined {
  const name = `${code} (${placeName(code)})`;
  if (fact === 'provincia' && !isProvincia(code))
    return { code: 'XSD-CODIGO', message: `${name} no es una provincia: elija la provincia` };
  if (fact === 'municipio' && isProvincia(code))
    return { code: 'XSD-CODIGO', message: `${name} es una provincia: elija el municipio` };
  return undefined;
}
