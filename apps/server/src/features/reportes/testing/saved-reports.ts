import { auditoria, reportes } from '@timbre/contract';
import { type Receipt, readReceipt, writeReceipt } from '@timbre/reports';
import { decimal, type Fecha } from '@timbre/values';
import { beforeAll } from 'vitest';
import { storeWithRows } from '../../../domain/reports/store-rows.ts';
import type { Sentido } from '../../../domain/reports/tables.ts';
import { type TestServer, withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';

/** A receipt of a company, with a person's answers. */
export interface Known {
  readonly sentido: Sentido;
  readonly receipt: Receipt;
  readonly respuestas?: Readonly<Record<string, string>>;
}

/** The month of the receipts below. */
export const febrero = { fechaDesde: '2026-02-01', fechaHasta: '2026-02-28' } as const;

/** A purchase of goods on credit for RD$1,180, with its answers. */
export const purchase = (ncf: string, { rnc }: { readonly rnc: string }, more: Partial<Known> = {}): Known => ({
  sentido: 'compra',
  receipt: {
    ncf,
    fecha: '10-02-2026' as Fecha,
    emisor: { id: '132111117', nombre: 'Suplidora Inventada SRL' },
    comprador: { id: rnc },
    lineas: [{ bienServicio: '1', facturacion: '1', monto: decimal('1000.00') }],
    totales: { gravado18: decimal('1000.00'), itbis: decimal('180.00') },
    tipoPago: '2',
  },
  respuestas: { tipo_bienes_servicios: '09', itbis_costo: '0.00' },
  ...more,
});

/** A sale in cash for RD$2,360 with an exempt part of RD$500 more. */
export const sale = (ncf: string, { rnc }: { readonly rnc: string }, more: Partial<Receipt> = {}): Known => ({
  sentido: 'venta',
  receipt: {
    ncf,
    fecha: '12-02-2026' as Fecha,
    emisor: { id: rnc },
    comprador: { id: '132111117', nombre: 'Cliente Inventado SRL' },
    lineas: [
      { bienServicio: '1', facturacion: '1', monto: decimal('2000.00') },
      { bienServicio: '1', facturacion: '4', monto: decimal('500.00') },
    ],
    totales: { gravado18: decimal('2000.00'), exento: decimal('500.00'), itbis: decimal('360.00') },
    tipoPago: '1',
    formasPago: [{ forma: '1', monto: decimal('2860.00') }],
    tipoIngresos: '01',
    ...more,
  },
});

/** A receipt issued by one company, changed as if another company had issued it. */
export const issuedAs = (receipt: Receipt, from: string, to: string): Receipt =>
  readReceipt(writeReceipt(receipt).replaceAll(from, to));

/** Stores receipts with their rows, as if they had been loaded. */
export const storeReceipts = ({ ctx }: Pick<TestServer, 'ctx'>, { id, rnc }: Stranger, known: readonly Known[]) =>
  ctx.db.tenant(id, (tx) =>
    storeWithRows(
      tx,
      { empresaId: id, ambiente: 'testecf', rnc },
      known.map(({ sentido, receipt, respuestas = {} }) => ({
        sentido,
        receipt,
        recibo: writeReceipt(receipt),
        respuestas,
        fuente: 'cargado',
        documento_id: null,
        excluido: null,
      })),
      ctx.clock.now(),
      'documento',
    ),
  );

/** A server whose jobs run, with functions for tests of saved reports. */
export function withReports() {
  const server = withServer();
  beforeAll(() => server.app.runner.start());
  const company = () => stranger(server, bare);
  const request = (
    { sesion }: Stranger,
    tipo: reportes.TipoDeReporte,
    body: { fechaDesde?: string; fechaHasta?: string; datos?: reportes.RegistroCargado[] } = febrero,
  ) => server.call(reportes.generarReporte, { params: { tipo }, body }, sesion);
  const view = async ({ sesion }: Stranger, tipo: reportes.TipoDeReporte, id: string) =>
    (await server.call(reportes.verReporte, { params: { tipo, id } }, sesion)).body;
  /** Generates a report and waits for its end. */
  async function generate(of: Stranger, tipo: reportes.TipoDeReporte, days: typeof febrero | object = febrero) {
    const { body } = await request(of, tipo, days);
    for (;;) {
      const report = await view(of, tipo, body._id);
      if (report.estado !== 'generando') return report;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  const rows = async ({ sesion }: Stranger, tipo: reportes.TipoDeReporte, id: string, query = {}) =>
    (await server.call(reportes.filasDeReporte, { params: { tipo, id }, query }, sesion)).body;
  const remove = ({ sesion }: Stranger, tipo: reportes.TipoDeReporte, id: string) =>
    server.call(reportes.eliminarReporte, { params: { tipo, id } }, sesion);
  const file = (
    { sesion }: Stranger,
    tipo: reportes.TipoDeReporte,
    id: string,
    body = { numero: 'ACEPTADO-1', fecha: '2026-03-10' },
  ) => server.call(reportes.presentarReporte, { params: { tipo, id }, body }, sesion);
  /** The record of the company's documents, each with who did it. */
  const descriptions = async ({ sesion }: Stranger) => {
    const { body } = await server.call(auditoria.listarAuditoria, { query: { grupo: 'documento' } }, sesion);
    return body.entradas.map(({ descripcion, quien }) => `${quien}: ${descripcion}`);
  };
  return Object.assign(server, { company, request, generate, view, rows, remove, file, descriptions });
}
