import { type Ambiente, ambientes, type Estado, facturas, inicio } from '@timbre/contract';
import { chanceOf } from '@timbre/reports/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildBlocks } from '../../domain/comprobantes/blocks/build.ts';
import { documentRow } from '../../main/testing/documento.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import type { NewRow } from '../../platform/db/schema.ts';

// Generated documents of every type, state and environment: the list, its file and Inicio must show the same sales and
// purchases.

const server = withServer();
const seeds = [1, 20_260, 777] as const;

interface Made {
  readonly row: NewRow<'documento'>;
  readonly cents: number;
  readonly buys: boolean;
}

/** Generates documents of a company. Notes modify invoices or purchases, electronic or on paper. */
function generate(company: Stranger, seed: number): Made[] {
  const chance = chanceOf(seed);
  return Array.from({ length: 150 }, (_, i): Made => {
    const tipo = chance.oneOf([31, 32, 33, 33, 34, 34, 34, 41, 43, 44, 45, 46, 47]);
    const isNote = tipo === 33 || tipo === 34;
    const modified = chance.oneOf([
      'E310000000001',
      'E320000000001',
      'E410000000001',
      'E470000000001',
      'B1100000001',
      'B0100000001',
    ]);
    const ofPurchase = /^(E4[137]|B1[137])/.test(modified);
    const estado = chance.oneOf<Estado>(['aceptado', 'aceptado', 'aceptado_condicional', 'rechazado', 'enviado']);
    const cents = chance.whole(1, 9_999_999);
    const xml = `<ECF><n>${i}</n>${isNote ? `<NCFModificado>${modified}</NCFModificado>` : ''}</ECF>`;
    return {
      cents,
      buys: [41, 43, 47].includes(tipo) || (isNote && ofPurchase),
      row: documentRow(company, tipo, i + 1, {
        xml,
        estado,
        ambiente: chance.oneOf<Ambiente>(ambientes),
        espera_a: isNote && modified.startsWith('E') ? modified : null,
        monto_total: (cents / 100).toFixed(2),
        fecha_emision: chance.oneOf(['2026-03-01', '2026-03-16', '2026-04-02']),
        razon_comprador: 'Comprador Inventado SRL',
      }),
    };
  });
}

const signed = ({ row, cents }: Made) => (row.tipo === 34 ? -cents : cents);
const money = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const sumOf = (all: readonly Made[], buys: boolean) =>
  money(all.filter((one) => one.buys === buys).reduce((sum, one) => sum + signed(one), 0));
const accepted = ({ row }: Made) => row.estado === 'aceptado' || row.estado === 'aceptado_condicional';

describe.each(seeds)('documents generated from %i', (seed) => {
  let company: Stranger;
  let made: Made[];

  beforeAll(async () => {
    company = await stranger(server, bare);
    made = generate(company, seed);
    await server.ctx.db.tenant(company.id, async (tx) => {
      for (const { row } of made) await tx.insertInto('documento').values(row).execute();
    });
    await buildBlocks(server.ctx.db, new Date(Date.now() + 60 * 60_000));
  });

  const summary = async (query: object) => (await server.call(facturas.resumirFacturas, { query }, company.clave)).body;

  /** Filters, each with the documents that it adds. */
  const filters: readonly (readonly [object, (one: Made) => boolean])[] = [
    [{}, accepted],
    [{ buscar: 'inventado' }, accepted],
    [{ estado: 'rechazado' }, ({ row }) => row.estado === 'rechazado'],
    [{ estado: 'enviado' }, ({ row }) => row.estado === 'enviado'],
    [{ tipo: '34' }, (one) => accepted(one) && one.row.tipo === 34],
    [{ tipo: '41', estado: 'aceptado' }, ({ row }) => row.estado === 'aceptado' && row.tipo === 41],
    [
      { fechaDesde: '2026-03-10', fechaHasta: '2026-03-31' },
      (one) => accepted(one) && one.row.fecha_emision === '2026-03-16',
    ],
    ...ambientes.map(
      (ambiente) => [{ ambiente }, (one: Made) => accepted(one) && one.row.ambiente === ambiente] as const,
    ),
  ];

  test.each(filters)('the summary of %o adds up each side', async (query, isAdded) => {
    const added = made.filter(isAdded);
    expect(await summary(query)).toMatchObject({
      montoTotal: sumOf(added, false),
      montoCompras: sumOf(added, true),
    });
  });

  test('Inicio has the same sales and purchases of each environment', { tags: ['S3-11'] }, async () => {
    const { body } = await server.call(inicio.estadisticas, { params: { userId: company.usuarioId } }, company.sesion);
    for (const ambiente of ambientes) {
      const { montoTotal, montoCompras } = await summary({ ambiente });
      const totals = { sold: 0, bought: 0 };
      for (const [tipo, { porAmbiente }] of Object.entries(body)) {
        const of = porAmbiente[ambiente];
        if (of === undefined) continue;
        const sign = tipo === 'E34' ? -1 : 1;
        const [all, bought] = [Math.round(Number(of.montoVendido) * 100), Math.round(Number(of.montoComprado) * 100)];
        totals.sold += sign * (all - bought);
        totals.bought += sign * bought;
      }
      expect([money(totals.sold), money(totals.bought)]).toEqual([montoTotal, montoCompras]);
    }
  });

  test('the list has the side of each document, and its file the side and the sign', { tags: ['S3-11'] }, async () => {
    const { body } = await server.call(facturas.listarFacturas, { query: { limit: 100 } }, company.clave);
    const buys = new Map(made.map((one) => [one.row.encf, one.buys]));
    for (const { eNCF, sentido } of body) expect([eNCF, sentido]).toEqual([eNCF, buys.get(eNCF) ? 'compra' : 'venta']);
    const { text } = await server.call(facturas.exportarFacturas, { body: { formato: 'csv' } }, company.clave);
    const [header = '', ...lines] = text
      .replace(/^\ufeff/, '')
      .trim()
      .split(/\r?\n/);
    const at = (name: string) => header.split(/[,;]/).indexOf(name);
    const exported = lines.map((line) => line.split(/[,;]/));
    const total = (side: string) =>
      money(
        exported
          .filter((cells) => cells[at('Venta o compra')] === side && /^Aceptado/.test(cells[at('Estado')]!))
          .reduce((sum, cells) => sum + Math.round(Number(cells[at('Monto total')]) * 100), 0),
      );
    const { montoTotal, montoCompras } = await summary({});
    expect([total('Venta'), total('Compra')]).toEqual([montoTotal, montoCompras]);
  });
});
