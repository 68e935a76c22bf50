import type { aprobacionComercial } from '@timbre/contract';
import type { WorkbookApproval } from '../../recibidos/workbook-approvals-repo.ts';

type Aprobacion = aprobacionComercial.AprobacionComercial;

/** An approval of a workbook as the API shows it. */
export function approvalView(row: WorkbookApproval): Aprobacion {
  const { id, fila, ambiente, detalle, errores, firmada, aprobacion_id, respuesta, cambiada } = row;
  return {
    id,
    fila,
    ambiente,
    rncEmisor: detalle.RNCEmisor ?? '',
    eNCF: detalle.eNCF ?? '',
    fechaEmision: detalle.FechaEmision ?? '',
    montoTotal: detalle.MontoTotal ?? '',
    rncComprador: detalle.RNCComprador ?? '',
    estado: detalle.Estado === '2' ? '2' : '1',
    detalleMotivoRechazo: detalle.DetalleMotivoRechazo ?? null,
    fechaHoraAprobacionComercial: detalle.FechaHoraAprobacionComercial ?? '',
    envio: envioOf(row),
    firmado: firmada !== null,
    enviado: aprobacion_id !== null,
    enviada: cambiada?.toISOString() ?? null,
    detalle: respuesta,
    errores: [...errores],
  };
}

function envioOf({ firmada, estado }: WorkbookApproval): Aprobacion['envio'] {
  if (estado === 'enviada') return 'aceptada';
  if (estado === 'rechazada' || estado === 'sin_confirmar') return estado;
  if (estado !== null) return 'enviando';
  return firmada === null ? 'pendiente' : 'firmada';
}
