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
export interface DocumentFaults {
  /** The structure does not follow the format. */
  readonly structure: readonly Mensaje[];
  /** Rules whose breach rejects. */
  readonly rejections: readonly Mensaje[];
  /** Rules whose breach gives a conditional acceptance. */
  readonly observations: readonly Mensaje[];
}

/** Most messages reported: more would hide the first ones. */
const mostMensajes = 20;

/**
 * Checks a document against its format, and against its rules when it has that format.
 *
 * @param document read from its signed text
 * @param known the time of its reception, and what is known of the e-CF that a note modifies
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

/** A fault of structure, in the DGII's words for a document that it cannot read. */
const unreadable = ({ codigo, valor }: Mensaje): Mensaje => ({ codigo, valor: `XML Inválido: ${valor}` });
