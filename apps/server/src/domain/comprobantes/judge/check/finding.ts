import type { ensayo } from '@timbre/contract';
import type { Fault, RuleFault } from '@timbre/ecf';
import { articuloDe } from '@timbre/enciclopedia';

/** Maximum number of findings of a check, and of characters of one, in the answer: both may quote the document. */
const mostFindings = 50;
const mostCharacters = 500;

/** A finding; its source is that of the article of its code. */
export const finding = (
  codigo: string,
  grado: ensayo.Hallazgo['grado'],
  mensaje: string,
  ruta = '',
): ensayo.Hallazgo => ({
  codigo,
  grado,
  ruta: ruta.slice(0, mostCharacters),
  mensaje: mensaje.slice(0, mostCharacters),
  fuente: articuloDe(codigo)?.fuente ?? '',
});

/** A fault of a document as a finding: it is bad where the DGII would refuse the document. */
export const findingOfFault = ({ code, path, message }: Fault, severity: RuleFault['severity']): ensayo.Hallazgo =>
  finding(code, severity === 'rechazo' ? 'mal' : 'advertencia', message, path);

/** Ordered from the gravest. */
const grades = ['mal', 'advertencia', 'no-verificable'] as const;

/**
 * The result of a check: its state is that of its gravest finding.
 *
 * @param detalle description of the subject of the check
 * @param sinHallazgos the state without findings: not `bien` if the check could not be made
 */
export function check(
  nombre: ensayo.NombreDeComprobacion,
  detalle: string,
  hallazgos: readonly ensayo.Hallazgo[] = [],
  sinHallazgos: ensayo.EstadoDeEnsayo = 'bien',
): ensayo.Comprobacion {
  const estado = grades.find((grado) => hallazgos.some((one) => one.grado === grado)) ?? sinHallazgos;
  const inOrder = grades.flatMap((grado) => hallazgos.filter((one) => one.grado === grado));
  return {
    nombre,
    estado,
    detalle,
    hallazgos: inOrder.slice(0, mostFindings),
    omitidos: Math.max(0, inOrder.length - mostFindings),
  };
}

/** A check that could not be made, with the reason. */
export const notVerifiable = (nombre: ensayo.NombreDeComprobacion, porque: string): ensayo.Comprobacion =>
  check(nombre, porque, [], 'no-verificable');
