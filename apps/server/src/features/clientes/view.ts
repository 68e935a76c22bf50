import { ambienteNombre, type clientes } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { parseISODate } from '@timbre/values';
import type { Static } from 'typebox';
import { masked } from '../configuracion/view.ts';
import { certificateView } from '../empresa/view.ts';
import type { FacturaRow } from './repo.ts';
import type { Cliente } from './service.ts';

export const clienteView = ({ row, certificado }: Cliente, now: Date): Static<typeof clientes.Cliente> => ({
  id: row.id,
  rnc: row.rnc,
  razonSocial: row.razon_social,
  ambiente: ambienteNombre[row.ambiente],
  id_externo: row.id_externo,
  apiKey: masked('tmb', row.clave),
  facturasEmitidas: row.aceptados,
  UsuarioID: row.usuario_id,
  certificado: certificado === undefined ? null : certificateView(certificado, now),
});

export const facturaView = (row: FacturaRow): AnswerOf<typeof clientes.facturasDeCliente>[number] => ({
  eNCF: row.encf,
  estado: row.estado,
  monto: row.monto_total,
  fecha: parseISODate(row.fecha_emision) ?? '',
});
