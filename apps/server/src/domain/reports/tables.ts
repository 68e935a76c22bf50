import type { Ambiente } from '@timbre/contract';
import type { QuickBooksEntity } from '@timbre/reports';
import type { GeneratedAlways } from 'kysely';
import type { DateText } from '../../platform/db/schema.ts';

/** The tables of this room, declared in the schema of all queries. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    comprobante: ComprobanteTable;
    comprobante_por_leer: PorLeerTable;
    comprobante_ilegible: IlegibleTable;
    renglon: RenglonTable;
    sugerencia: SugerenciaTable;
    quickbooks_documento: QuickBooksDocumentoTable;
  }
}

/** A purchase, or a sale. */
export type Sentido = 'compra' | 'venta';
/** The source of a receipt; see `0001-schema.sql`. */
export type Fuente = 'emitido' | 'recibido' | 'cargado' | 'quickbooks';
/** The state of a document of QuickBooks; see `0001-schema.sql`. */
type EstadoQuickBooks = 'recibo' | 'falla' | 'omitido' | 'espera' | 'borrado';
/** The reports whose rows are derived from receipts. */
export type ReporteDeRenglones = '606' | '607' | '609';

interface ComprobanteTable {
  empresa_id: string;
  ambiente: Ambiente;
  sentido: Sentido;
  emisor: string;
  ncf: string;
  periodo: number;
  fecha: DateText;
  nombre: string;
  fuente: Fuente;
  documento_id: string | null;
  recibo: string;
  respuestas: string;
  excluido: string | null;
  derivado: number;
  cambiado: Date;
}

interface PorLeerTable {
  empresa_id: string;
  ambiente: Ambiente;
  fuente: 'emitido' | 'recibido';
  fecha: DateText;
  orden: GeneratedAlways<number>;
  documento_id: string;
}

interface IlegibleTable {
  empresa_id: string;
  documento_id: string;
  ambiente: Ambiente;
  fuente: 'emitido' | 'recibido';
  fecha: DateText;
  emisor: string;
  ncf: string;
  derivado: number;
}

interface RenglonTable {
  empresa_id: string;
  ambiente: Ambiente;
  reporte: ReporteDeRenglones;
  periodo: number;
  fecha: DateText;
  ncf: string;
  emisor: string;
  momento: 'compra' | 'pago';
  destino: 'detalle' | 'resumen' | 'e-CF';
  nota: boolean;
  /** Decimals with two places, as text; positive, also for notes. */
  subtotal: string;
  itbis: string;
  total: string;
  pendientes: string[];
  fila: string;
  linea: string | null;
}

interface QuickBooksDocumentoTable {
  empresa_id: string;
  ambiente: Ambiente;
  realm: string;
  entidad: QuickBooksEntity;
  qb_id: string;
  estado: EstadoQuickBooks;
  sentido: Sentido;
  fecha: DateText;
  emisor: string | null;
  ncf: string | null;
  rnc: string;
  monto: string;
  itbis: string;
  codigo: string | null;
  motivo: string | null;
  huella: string;
  registro: string | null;
  visto: Date;
}

interface SugerenciaTable {
  empresa_id: string;
  emisor: string;
  respuestas: string;
  cambiada: Date;
}
