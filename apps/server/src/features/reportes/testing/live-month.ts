import { reportes } from '@timbre/contract';
import { beforeAll } from 'vitest';
import { received } from '../../../domain/reports/testing/documents.ts';
import { withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';

/** RNC of the sender of the invoices. */
export const supplier = '132111117';
export const periodo = '202608';
/** The answers that an invoice of the supplier lacks. */
export const whole = { tipo_bienes_servicios: '09', itbis_costo: '0.00' };

type Tipo = '606' | '607' | '609';
export type Respuestas = Record<string, string | null>;

/** A server in the month after the period, and the calls of the grid of the receipts of a month. */
export function withLiveMonth() {
  const server = withServer();

  beforeAll(() => server.clock.advance(new Date('2026-09-10T12:00:00Z').getTime() - server.clock.now().getTime()));

  /** A company of its own, with received invoices of 1,000 and their ITBIS. */
  async function withReceived(
    count: number,
    more: { readonly emisor?: string; readonly bienServicio?: 1 | 2; readonly tipoPago?: 1 | 2 } = {},
  ): Promise<{ company: Stranger; ids: string[] }> {
    const company = await stranger(server, bare);
    const numbers = Array.from({ length: count }, (_, i) => `E31${String(i + 1).padStart(10, '0')}`);
    await server.ctx.db.tenant(company.id, async (tx) => {
      for (const eNCF of numbers)
        await received(tx, company.id, { eNCF, emisor: supplier, comprador: company.rnc, ...more });
    });
    const ids = numbers.map((eNCF) => `${more.emisor ?? supplier}|${eNCF}|compra`);
    await list(company);
    return { company, ids };
  }

  const list = async ({ sesion }: Stranger, query: object = {}, tipo: Tipo = '606') =>
    (await server.call(reportes.listarComprobantes, { params: { tipo }, query: { periodo, ...query } }, sesion)).body;

  const answer = (
    { sesion }: Stranger,
    answers: Readonly<Record<string, Respuestas>>,
    { tipo = '606' as Tipo, ...more }: { tipo?: Tipo; aunquePresentado?: boolean } = {},
  ) =>
    server.call(
      reportes.responderComprobantes,
      {
        params: { tipo },
        body: { cambios: Object.entries(answers).map(([id, respuestas]) => ({ id, respuestas })), ...more },
      },
      sesion,
    );
  const take = ({ sesion }: Stranger, id: string, excluido: string | null) =>
    server.call(
      reportes.responderComprobantes,
      { params: { tipo: '606' }, body: { cambios: [{ id, respuestas: {}, excluido }] } },
      sesion,
    );

  return { server, withReceived, list, answer, take };
}
