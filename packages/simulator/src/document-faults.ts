import type { Mensaje } from '@timbre/authority';
import {
  checkRules,
  type Fault,
  type ReadDocument,
  type RuleFault,
  type RuleOptions,
  validateStructure,
} from '@timbre/ecf';

/** The faults of a document in the authority's form. */
interface DocumentFaults {
  /** The structure does not follow the format. */
  readonly structure: readonly Mensaje[];
  /** Breaches that reject the document. */
  readonly rejections: readonly Mensaje[];
  /** Breaches that result in a conditional acceptance. */
  readonly observations: readonly Mensaje[];
}

/** Maximum number of messages reported: more would hide the first ones. */
const mostMensajes = 20;

/**
 * Checks a document against its format and, if it has that format, against its rules.
 *
 * @param document read from its signed text
 * @param known the time of its reception, and the data of the e-CF that a note modifies
 */
export function documentFaults(document: ReadDocument, known: RuleOptions = {}): DocumentFaults {
  const { structure, ruled } = faultsOf(document, known);
  const bySeverity = (severity: RuleFault['severity']) =>
    ruled
      .filter((fault) => fault.severity === severity)
      .slice(0, mostMensajes)
      .map(toMensaje);
  return {
    structure: structure.slice(0, mostMensajes).map(toMensaje).map(unreadable),
    rejections: bySeverity('rechazo'),
    observations: bySeverity('condicional'),
  };
}

function faultsOf(
  read: ReadDocument,
  known: RuleOptions,
): { structure: readonly Fault[]; ruled: readonly RuleFault[] } {
  if (read.kind === undefined || read.faults.length > 0) return { structure: read.faults, ruled: [] };
  const structure = read.isValid ? [] : validateStructure(read.kind, read.tree);
  if (structure.length > 0) return { structure, ruled: [] };
  return { structure, ruled: checkRules(read.kind, read.tree, known) };
}

const toMensaje = ({ path, message, codigoDGII }: Fault & { codigoDGII?: string }): Mensaje => ({
  codigo: codigoDGII ?? '0',
  valor: path === '' ? message : `${path}: ${message}`,
});

/** A structural fault, with the DGII's words for an unreadable document. */
const unreadable = ({ codigo, valor }: Mensaje): Mensaje => ({ codigo, valor: `XML Inválido: ${valor}` });
