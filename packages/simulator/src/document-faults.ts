import type { Mensaje } from '@timbre/authority';
import {
  checkRules,
  type Draft,
  type Fault,
  type ReadDocument,
  type RuleFault,
  readDocument,
  validateStructure,
} from '@timbre/ecf';
import type { XmlElement } from '@timbre/xml';

/** What a document says, and what is wrong inside it in the authority's form. */
export interface DocumentFaults {
  readonly document: ReadDocument;
  /** The structure is not that of the format: the number stays free. */
  readonly structure: readonly Mensaje[];
  /** Rules whose breach rejects. */
  readonly rejections: readonly Mensaje[];
  /** Rules whose breach is noted: accepted conditionally. */
  readonly observations: readonly Mensaje[];
}

/** More than this would drown the first. */
const mostMensajes = 20;

/**
 * Checks a document against its format, and against its rules when it has that format.
 *
 * @param element its authenticated root, without the signature
 * @param modificado what is known of the e-CF that a note modifies
 */
export function documentFaults(element: XmlElement, modificado?: Draft): DocumentFaults {
  const document = readDocument(element);
  const { structure, ruled } = faultsOf(document, modificado);
  const bySeverity = (severity: RuleFault['severity']) =>
    ruled
      .filter((fault) => fault.severity === severity)
      .slice(0, mostMensajes)
      .map(toMensaje);
  return {
    document,
    structure: structure.slice(0, mostMensajes).map(toMensaje),
    rejections: bySeverity('rechazo'),
    observations: bySeverity('condicional'),
  };
}

function faultsOf(
  read: ReadDocument,
  modificado: Draft | undefined,
): { structure: readonly Fault[]; ruled: readonly RuleFault[] } {
  if (read.kind === undefined || read.faults.length > 0) return { structure: read.faults, ruled: [] };
  const structure = validateStructure(read.kind, read.tree);
  if (structure.length > 0) return { structure, ruled: [] };
  return { structure, ruled: checkRules(read.kind, read.tree, modificado === undefined ? {} : { modificado }) };
}

const toMensaje = ({ path, message, codigoDGII }: Fault & { codigoDGII?: string }): Mensaje => ({
  codigo: codigoDGII ?? '0',
  valor: path === '' ? message : `${path}: ${message}`,
});
