import type { Ambiente } from '@timbre/authority';
import { compare, parseDecimal, zero } from '@timbre/values';
import { documentFaults } from './document-faults.ts';
import type { Examined } from './examine.ts';
import type { NumberKnown } from './registry.ts';
import { mayActFor, type Roll } from './roll.ts';

/** Data used to decide on an approval. */
interface ApprovalMemory {
  numberOf(ambiente: Ambiente, rnc: string, eNCF: string): Pick<NumberKnown, 'accepted'>;
  /** Whether the authority has received any document of an issuer. */
  knowsIssuer(ambiente: Ambiente, rnc: string): boolean;
}

/**
 * Returns the reason for refusing a commercial approval, in the DGII's words; undefined if it is accepted.
 *
 * In certification, the approvals of the test set refer to e-CF emitted by the DGII's own test issuer. There, an
 * unknown issuer is treated as the test issuer.
 *
 * @param examined the ACECF, with its signature checked
 * @param context the environment it was sent to, and the data of the authority
 * @source Descripción técnica v1.6, "Recepción de aprobación comercial", validaciones
 */
export function approvalRefusal(
  { read, holderId }: Examined,
  { ambiente, registry, roll }: { ambiente: Ambiente; registry: ApprovalMemory; roll: Roll },
): string | undefined {
  const { structure, rejections } = documentFaults(read);
  if (read.kind !== 'ACECF') return 'Tipo de archivo no válido, favor proveer un XML';
  const [fault] = [...structure, ...rejections];
  if (fault !== undefined) {
    return `La estructura del archivo XML no es válida, favor proveer un XML con una estructura válida. ${fault.valor}`;
  }
  const approval = read.tree.DetalleAprobacionComercial;
  if (!mayActFor(roll, holderId, approval.RNCComprador)) {
    return `El RNC del certificado no está delegado para realizar transacciones para el RNC: ${approval.RNCComprador}`;
  }
  const { accepted } = registry.numberOf(ambiente, approval.RNCEmisor, approval.eNCF);
  if (accepted === undefined) {
    const isTestIssuer = ambiente === 'certecf' && !registry.knowsIssuer(ambiente, approval.RNCEmisor);
    return isTestIssuer ? undefined : 'Factura no encontrada para esta Aprobación comercial.';
  }
  const { montoTotal = '', rncComprador, fechaEmision } = accepted.facts;
  const sameAmount = compare(parseDecimal(approval.MontoTotal) ?? zero, parseDecimal(montoTotal) ?? zero) === 0;
  return sameAmount && rncComprador === approval.RNCComprador && fechaEmision === approval.FechaEmision
    ? undefined
    : 'No se encuentra un e-CF válido para esta aprobación comercial';
}
