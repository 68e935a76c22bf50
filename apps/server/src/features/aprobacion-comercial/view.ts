import type { aprobacionComercial } from '@timbre/contract';
import type { WorkbookApproval } from '../../domain/received/workbook-approvals-repo.ts';

type Aprobacion = aprobacionComercial.AprobacionComercial;

/** An approval of a workbook as the API shows it. @param inRehearsal with the state of its rehearsal, unless it was sent */
export function approvalView(row: WorkbookApproval, inRehearsal: boolean): Aprobacion {
  const { id, fila, ambiente, detalle, errores, aprobacion_id } = row;
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
    ...(inRehearsal && aprobacion_id === null ? rehearsedStateOf(row) : stateOf(row)),
    errores: [...errores],
  };
}

type State = Pick<Aprobacion, 'envio' | 'firmado' | 'enviado' | 'enviada' | 'ensayado' | 'detalle'>;

const stateOf = (row: WorkbookApproval): State => ({
  envio: envioOf(row),
  firmado: row.firmada !== null,
  enviado: row.aprobacion_id !== null,
  enviada: row.cambiada?.toISOString() ?? null,
  ensayado: false,
  detalle: row.respuesta,
});

function rehearsedStateOf({ firmada, ensayo, ensayo_detalle, ensayo_cambiado }: WorkbookApproval): State {
  const envio = ensayo ?? (firmada === null ? 'pendiente' : 'firmada');
  const enviado = envio === 'aceptada' || envio === 'rechazada';
  return {
    envio,
    firmado: envio !== 'pendiente',
    enviado,
    enviada: enviado ? (ensayo_cambiado?.toISOString() ?? null) : null,
    ensayado: ensayo !== null,
    detalle: ensayo_detalle,
  };
}

function envioOf({ firmada, estado }: WorkbookApproval): Aprobacion['envio'] {
  if (estado === 'enviada') return 'aceptada';
  if (estado === 'rechazada' || estado === 'sin_confirmar') return estado;
  if (estado !== null) return 'enviando';
  return firmada === null ? 'pendiente' : 'firmada';
}
