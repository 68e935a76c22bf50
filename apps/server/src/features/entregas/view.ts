import type { ApprovalRow } from '../../domain/received/approvals-repo.ts';
import type { Delivery } from '../../domain/received/deliveries-repo.ts';

/** Converts a delivery. */
export const entregaView = ({ estado, intentos, detalle, acuse, pedida, cambiada }: Delivery) => ({
  estado,
  intentos,
  detalle,
  tieneAcuse: acuse !== null,
  pedida: pedida.toISOString(),
  cambiada: cambiada.toISOString(),
});

/** Converts a buyer's answers. */
export const aprobacionesView = (rows: readonly ApprovalRow[]) =>
  rows.map((row) => ({
    huella: row.xml_sha256.toString('hex'),
    estado: row.aprobada ? ('aceptada' as const) : ('rechazada' as const),
    motivo: row.motivo,
    fechaHora: row.fecha_hora,
    recibida: row.recibida.toISOString(),
    firmadaPor: row.titular,
    comprobada: row.conocida,
    contradice: row.contradice,
  }));
