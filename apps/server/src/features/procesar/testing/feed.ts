import { setTimeout } from 'node:timers/promises';
import type { reportes } from '@timbre/contract';
import { type MapeoDeCuentas, writeReceipt } from '@timbre/reports';
import { formatFecha } from '@timbre/values';
import { Rejected, readPaper } from '../../../renglones/paper-receipt.ts';
import { type Brought, storeWithRows } from '../../../renglones/store-rows.ts';
import { type Failure, type RawDocument, reporteDeEntidad, type Sources } from '../sources.ts';

/** A mapping that is valid for a run. */
export const fullMapping: MapeoDeCuentas = {
  mapping606: { campo11: ['12'] },
  mapping607: { campo17: ['40'] },
  mapeoTipos606: { 61: '02' },
  mapeoTipos607: { 40: 1 },
};

/** What an invented document says. */
type Invented = reportes.RegistroCargado & { readonly Id: string };

const kinds = ['Bill', 'Purchase', 'VendorCredit', 'Invoice', 'SalesReceipt', 'CreditMemo'] as const;

/** Invented documents of a month: each of RD$1,180 with its ITBIS; every hundredth cannot be read. */
export function inventedDocuments(count: number, month = '2026-08'): RawDocument[] {
  return Array.from({ length: count }, (_, at) => {
    const entity = kinds[at % 6]!;
    const note = entity === 'VendorCredit' || entity === 'CreditMemo';
    const number = String(at + 1).padStart(8, '0');
    const json: Invented = {
      Id: String(at + 1),
      rnc: '132111117',
      razonSocial: 'Suplidora Inventada SRL',
      ncf: at % 100 === 99 ? 'SIN NUMERO' : `${note ? 'B04' : 'B01'}${number}`,
      fecha: `${month}-${String((at % 28) + 1).padStart(2, '0')}`,
      montoTotal: '1180.00',
      itbis: '180.00',
      ...(note && { ncf_modificado: 'B0199999999' }),
    };
    return { entity, json };
  });
}

/** An accounting program of invented documents, and what a test changes of it. */
export interface Feed extends Sources {
  conectado: boolean;
  mapeo: MapeoDeCuentas;
  documents: readonly RawDocument[];
  pageSize: number;
  /** Called before each page, with the number of documents before it. */
  beforePage: (from: number) => Promise<void> | void;
  /** The mapping of the last page that was read. */
  readWith: MapeoDeCuentas | undefined;
}

/** @param pageMs what a page takes */
export function createFeed(documents: readonly RawDocument[], { pageSize = 100, pageMs = 0 } = {}): Feed {
  const wantedOf = (entities: readonly string[]) => feed.documents.filter(({ entity }) => entities.includes(entity));
  const feed: Feed = {
    conectado: true,
    mapeo: fullMapping,
    documents,
    pageSize,
    beforePage: () => undefined,
    readWith: undefined,
    connection: async () =>
      feed.conectado
        ? { conectado: true, empresa: 'Empresa Inventada SRL', companyId: '9130001234567890' }
        : { conectado: false, empresa: null, companyId: null },
    mapping: async () => feed.mapeo,
    count: async (_ctx, _empresaId, { entities }) => wantedOf(entities).length,
    async *pages(_ctx, _empresaId, { entities }, from) {
      const all = wantedOf(entities);
      for (let at = Number(from ?? 0); at === 0 || at < all.length; at += feed.pageSize) {
        await feed.beforePage(at);
        if (pageMs > 0) await setTimeout(pageMs);
        const end = at + feed.pageSize;
        yield { documents: all.slice(at, end), next: end < all.length ? String(end) : undefined };
      }
    },
    async read(_ctx, scope, mapping, page) {
      feed.readWith = mapping;
      const brought: Brought[] = [];
      const failures: Failure[] = [];
      for (const { entity, json } of page) {
        const record = json as Invented;
        const sentido = reporteDeEntidad[entity] === '606' ? 'compra' : 'venta';
        try {
          const hoy = formatFecha(Date.UTC(2027, 0, 1));
          const { receipt, respuestas } = readPaper(record, { sentido, rnc: scope.rnc, hoy });
          const recibo = writeReceipt(receipt);
          brought.push({ receipt, recibo, respuestas, sentido, fuente: 'cargado', documento_id: null, excluido: null });
        } catch (error) {
          if (!(error instanceof Rejected)) throw error;
          failures.push({ entity, id: record.Id, ncf: undefined, reason: error.message });
        }
      }
      return async (tx, now) => {
        const kept = await storeWithRows(tx, scope, brought, now);
        return { omitted: brought.length - kept.length, failures };
      };
    },
  };
  return feed;
}
