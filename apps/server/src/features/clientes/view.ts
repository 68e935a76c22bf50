import { ambienteNombre, type clientes } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { parseISODate } from '@timbre/values';
import type { Static } from 'typebox';
import { certificateView } from '../../domain/companies/certificate-view.ts';
import { masked } from '../../domain/companies/company-form.ts';
import type { IssuedRow } from '../../domain/comprobantes/queries/facturas.ts';
import type { Cliente } from './service.ts';

export const clienteView = (
  { row, certificado, clave, usuarioId }: Cliente,
  now: Date,
): Static<typeof clientes.Cliente> => ({
  id: row.id,
  rnc: row.rnc,
  razonSocial: row.razon_social,
  ambiente: ambienteNombre[row.ambiente],
  id_externo: row.id_externo,
  apiKey: masked('tmb', clave),
  facturasEmitidas: row.aceptados,
  facturasRechazadas: row.rechazados,
  UsuarioID: usuarioId ?? null,
  certificado: certificado === undefined ? null : certificateView(certificado, now),
  datos: row.datos,
});

export const facturaView = (row: IssuedRow): AnswerOf<typeof clientes.facturasDeCliente>[number] => ({
  eNCF: row.encf,
  estado: row.estado,
  monto: row.monto_total,
  fecha: parseISODate(row.fecha_emision) ?? '',
});
