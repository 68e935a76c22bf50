import type { configuracion } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { Static } from 'typebox';
import { endsOf } from '../../../domain/comprobantes/voiding/announce.ts';
import { type AnulacionRow, findAnulacion, listAnulaciones } from '../../../domain/comprobantes/voiding/void-repo.ts';
import type { Payload } from '../../../platform/http/register.ts';
import type { Context } from '../../context.ts';
import { demandRangeOfECF } from './service.ts';

const pageSize = 50;

/** A page of the annulments of a range. @throws Problem `recurso/no-encontrado` */
export const pageOfAnulaciones = (
  { db }: Context,
  empresaId: string,
  rangeId: string,
  before: string | undefined,
  limit = pageSize,
) =>
  db.tenant(empresaId, async (tx) => {
    await demandRangeOfECF(tx, empresaId, rangeId);
    const rows = await listAnulaciones(tx, empresaId, rangeId, before, limit + 1);
    return { anulaciones: rows.slice(0, limit).map(anulacionView), hayMas: rows.length > limit };
  });

/** The signed ANECF of an annulment. @throws Problem `recurso/no-encontrado` */
export async function xmlOfAnulacion({ db }: Context, empresaId: string, id: string): Promise<Payload> {
  const row = await db.tenant(empresaId, (tx) => findAnulacion(tx, empresaId, id));
  if (row === undefined) return refuse('recurso/no-encontrado');
  return { bytes: row.xml, fileName: `anulacion_${endsOf(row).desde}.xml` };
}

/** An annulment as the API shows it. */
export function anulacionView(row: AnulacionRow): Static<typeof configuracion.AnulacionDeRango> {
  const { id, desde, hasta, cantidad, codigo_608: codigo608, estado, mensajes, por } = row;
  const ends = endsOf(row);
  return {
    id,
    desde,
    hasta,
    eNCFDesde: ends.desde,
    eNCFHasta: ends.hasta,
    cantidad,
    codigo608,
    estado,
    mensajes,
    por,
    firmada: row.firmada.toISOString(),
    cambiada: row.cambiada.toISOString(),
    asentadaPor: row.asentada_por,
  };
}
