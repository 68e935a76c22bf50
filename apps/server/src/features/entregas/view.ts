import type { ApprovalRow } from '../../recibidos/approvals-repo.ts';
import type { Delivery } from '../../recibidos/deliveries-repo.ts';

/** Converts a delivery. */
export const entregaView = ({ estado, intentos, detalle, acuse, pedida, cambiada }: Delivery) => ({
  estado,
  intentos,
  detalle,
  tieneAcuse: acuse !== null,
  pedida: pedida.toISOString(),
  cambiada: cambiada.toISOString(),
});

/** Converts a buyer's answer. */
export const aprobacionView = ({ aprobada, motivo, fecha_hora, recibida }: ApprovalRow) => ({
  estado: aprobada ? ('aceptada' as const) : ('rechazada' as const),
  motivo,
  fechaHora: fecha_hora,
  recibida: recibida.toISOString(),
});
