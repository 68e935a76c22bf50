import type { MapeoDeCuentas } from '@timbre/reports';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transactions.ts';
import { refuse } from '../../http/problem.ts';
import type { Days, Scope } from '../../renglones/scope.ts';

/** The kinds of documents of the accounting program, and the report that each feeds. @source specification 002 §5, §7 */
export const reporteDeEntidad = {
  Bill: '606',
  Purchase: '606',
  VendorCredit: '606',
  Invoice: '607',
  SalesReceipt: '607',
  CreditMemo: '607',
} as const;
export type Entidad = keyof typeof reporteDeEntidad;

/** A document as the accounting program gives it. */
export interface RawDocument {
  readonly entity: Entidad;
  readonly json: unknown;
}

/** Documents that one transaction stores, a few hundred at most. */
export interface Page {
  readonly documents: readonly RawDocument[];
  /** Where the next page begins, in the words of the source, at most 200 characters; undefined after the last one. */
  readonly next: string | undefined;
}

/** What a run reads. */
export interface Wanted {
  readonly entities: readonly Entidad[];
  readonly days: Days;
}

/** A document that could not be read, and why, in Spanish. */
export interface Failure {
  readonly entity: Entidad;
  /** Its id in the accounting program; '' where it has none. */
  readonly id: string;
  readonly ncf: string | undefined;
  readonly reason: string;
}

/** What became of the documents of a page. */
export interface Stored {
  /** Documents that are no receipt, or that one of the company's own already says. */
  readonly omitted: number;
  readonly failures: readonly Failure[];
}

/** The connection of a company with its accounting program. */
export interface Connection {
  readonly conectado: boolean;
  readonly empresa: string | null;
  readonly companyId: string | null;
}

/** What a run asks of the accounting program, of the mapping of accounts and of the receipts. */
export interface Sources {
  connection(ctx: Context, empresaId: string): Promise<Connection>;
  /** The saved mapping of accounts; {@link emptyMapping} where there is none. */
  mapping(tx: Tx, empresaId: string): Promise<MapeoDeCuentas>;
  /** How many documents there are; undefined where the program does not tell. @throws Problem */
  count(ctx: Context, empresaId: string, wanted: Wanted): Promise<number | undefined>;
  /** The documents page by page, from a place on. Read outside of transactions. @throws Problem */
  pages(ctx: Context, empresaId: string, wanted: Wanted, from: string | undefined): AsyncIterable<Page>;
  /**
   * Reads documents, outside of transactions. Gives what stores them as receipts with their rows: a document that comes again
   * takes the place of itself.
   */
  read(
    ctx: Context,
    scope: Scope,
    mapping: MapeoDeCuentas,
    documents: readonly RawDocument[],
  ): Promise<(tx: Tx, now: Date) => Promise<Stored>>;
}

/** A mapping in which nothing is said. */
export const emptyMapping: MapeoDeCuentas = { mapping606: {}, mapping607: {}, mapeoTipos606: {}, mapeoTipos607: {} };

const notConnected = () => refuse('procesar/requisitos', 'QuickBooks no está conectado');

/** There is no accounting program yet. */
const none: Sources = {
  connection: async () => ({ conectado: false, empresa: null, companyId: null }),
  mapping: async () => emptyMapping,
  count: notConnected,
  pages: notConnected,
  read: notConnected,
};

const connected = new WeakMap<Context, Sources>();

/** The sources of a server. */
export const sourcesOf = (ctx: Context): Sources => connected.get(ctx) ?? none;

/** Gives a server its sources. */
export const connectSources = (ctx: Context, sources: Sources): void => void connected.set(ctx, sources);
