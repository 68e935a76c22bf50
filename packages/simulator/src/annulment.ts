import type { Ambiente } from '@timbre/authority';
import type { ANECF } from '@timbre/ecf';
import { formatENCF, parseENCF } from '@timbre/values';
import { documentFaults } from './document-faults.ts';
import type { Examined } from './examine.ts';
import type { Annulment, Registry } from './registry.ts';
import { mayActFor, type Roll } from './roll.ts';

/** The result of a request to void numbers. */
interface AnnulmentOutcome {
  readonly rnc: string | null;
  readonly accepted: boolean;
  readonly mensajes: readonly string[];
  readonly annulments: readonly Annulment[];
}

/** Maximum numbers voided in one request: the simulator looks up each one. */
const mostNumbers = 100_000;

/**
 * Decides on an ANECF as a whole: one used number refuses the whole request.
 *
 * @param examined the ANECF, with its signature checked
 * @param context the environment it was sent to, and the data of the authority
 * @source Descripción técnica v1.6, "Anulación de e-NCF", validaciones
 */
export function judgeAnnulment(
  { read, holderId }: Examined,
  { ambiente, registry, roll }: { ambiente: Ambiente; registry: Registry; roll: Roll },
): AnnulmentOutcome {
  const { structure, rejections } = documentFaults(read);
  if (read.kind !== 'ANECF') return refusedAnnulment('Tipo de archivo no valido, favor proveer un XML');
  const rnc = read.tree.Encabezado?.RncEmisor ?? '';
  const refuse = (...mensajes: string[]) => ({ ...refusedAnnulment(...mensajes), rnc });
  const faults = [...structure, ...rejections];
  if (faults.length > 0) return refuse(...faults.map(({ valor }) => valor));
  if (!mayActFor(roll, holderId, rnc)) {
    return refuse(`El RNC del certificado no está delegado para realizar transacciones para el RNC: ${rnc}`);
  }
  const annulments = runsOf(read.tree, ambiente);
  if (annulments.reduce((sum, { desde, hasta }) => sum + hasta - desde + 1, 0) > mostNumbers) {
    return refuse(`No fue posible anular las siguientes secuencias: son más de ${mostNumbers}`);
  }
  if (annulments.some((run) => isTaken(run, registry))) {
    return refuse('Las secuencias que está intentando anular han sido utilizadas');
  }
  return { rnc, accepted: true, mensajes: ['Las secuencias fueron anuladas correctamente.'], annulments };
}

/** A refusal without an issuer: before it is known. */
export const refusedAnnulment = (...mensajes: string[]): AnnulmentOutcome => ({
  rnc: null,
  accepted: false,
  mensajes,
  annulments: [],
});

const runsOf = ({ Encabezado, DetalleAnulacion }: ANECF, ambiente: Ambiente): readonly Annulment[] =>
  DetalleAnulacion.Anulacion.flatMap((line) => line.TablaRangoSecuenciasAnuladaseNCF.Secuencias).flatMap((run) => {
    const desde = parseENCF(run.SecuenciaeNCFDesde);
    const hasta = parseENCF(run.SecuenciaeNCFHasta);
    if (desde === undefined || hasta === undefined) return [];
    const { tipo } = desde;
    return [{ ambiente, rnc: Encabezado.RncEmisor, tipo, desde: desde.secuencia, hasta: hasta.secuencia }];
  });

function isTaken({ ambiente, rnc, tipo, desde, hasta }: Annulment, registry: Registry): boolean {
  for (let secuencia = desde; secuencia <= hasta; secuencia += 1) {
    if (registry.numberOf(ambiente, rnc, formatENCF(tipo, secuencia)).used) return true;
    if (registry.isAnnulled(ambiente, rnc, tipo, secuencia)) return true;
  }
  return false;
}
