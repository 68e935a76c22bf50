import { storeAnswer } from '../../../domain/received/answers-repo.ts';
import { storeReceived } from '../../../domain/received/received-repo.ts';
import { denied, isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';
import { newId } from '../../../platform/db/id.ts';

const byId = ({ recibidoId }: { readonly recibidoId: string }) => [{ params: { id: recibidoId }, ...notFound }];

interface Own extends Record<string, string> {
  recibidoId: string;
  respuestaId: string;
  recibidoEncf: string;
}

export const isolation = isolate<Own>({
  async furnish({ ctx }, { id, rnc }) {
    const recibidoId = newId(new Date());
    const row = {
      empresa_id: id,
      id: recibidoId,
      ambiente: 'testecf' as const,
      rnc_emisor: '131880600',
      razon_emisor: `Emisor de ${rnc}`,
      tipo: 31,
      encf: `E31${rnc.padStart(10, '0')}`,
      fecha_emision: '2026-11-01',
      monto_total: '100.00',
      total_itbis: '0.00',
      codigo_seguridad: 'abcdef',
      fecha_firma: '01-11-2026 10:00:00',
      url_qr: 'https://ejemplo.invalid',
      titular: '',
      xml: Buffer.from('<ECF/>'),
      xml_sha256: Buffer.alloc(32),
      acuse: '<ARECF/>',
      via: 'servicio' as const,
      recibido: new Date(),
    };
    const respuestaId = newId(new Date());
    const answer = {
      empresa_id: id,
      id: respuestaId,
      recibido_id: recibidoId,
      ambiente: row.ambiente,
      rnc_emisor: row.rnc_emisor,
      encf: row.encf,
      aprobada: true,
      motivo: null,
      xml: '<ACECF/>',
      firmada: row.recibido,
      por: 'prueba',
    };
    await ctx.db.tenant(id, async (tx) => {
      await storeReceived(tx, id, [row]);
      await storeAnswer(tx, answer, ['dgii']);
    });
    return { recibidoId, respuestaId, recibidoEncf: row.encf };
  },
  nothing: { recibidoEncf: 'E319999999998' },
  rows: {
    'GET /api/facturas/recibidas': ({ usuarioId, rnc, recibidoEncf }) => [
      { query: { userId: usuarioId }, ...denied },
      { query: { rncComprador: rnc }, ...denied },
      { query: { encf: recibidoEncf }, answer: { data: [], totalItems: 0, hayMas: false } },
      { query: { buscar: recibidoEncf }, answer: { data: [], totalItems: 0, hayMas: false } },
      { query: { emisor: `Emisor de ${rnc}` }, answer: { data: [], totalItems: 0, hayMas: false } },
    ],
    'POST /api/facturas/recibidas': namesNothing,
    'GET /api/facturas/recibidas/:id': byId,
    'GET /api/facturas/recibidas/:id/xml': byId,
    'GET /api/facturas/recibidas/:id/acuse': byId,
    'GET /api/facturas/recibidas/:id/pdf': byId,
    'GET /api/facturas/recibidas/:id/respuestas/:respuesta/xml': ({ recibidoId, respuestaId }) => [
      { params: { id: recibidoId, respuesta: respuestaId }, ...notFound },
    ],
    'POST /api/facturas/recibidas/:id/respuesta': ({ recibidoId }) => [
      { params: { id: recibidoId }, body: { estado: 'aceptada' }, ...notFound },
    ],
  },
});
