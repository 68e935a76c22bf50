import type { Ambiente } from '@timbre/contract';
import type { GeneratedAlways } from 'kysely';
import type { DateText } from '../db/schema.ts';

/** The tables of this room, for the queries of all. */
declare module '../db/schema.ts' {
  interface Tables {
    comprobante: ComprobanteTable;
    comprobante_por_leer: PorLeerTable;
    comprobante_ilegible: IlegibleTable;
    renglon: RenglonTable;
    sugerencia: SugerenciaTable;
  }
}

/** A purchase, or a sale. */
export type Sentido = 'compra' | 'venta';
/** Where a receipt comes from; see the migration 0049. */
export type Fuente = 'emitido' | 'recibido' | 'cargado';
/** The reports whose rows receipts make. */
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
  /** Decimals with two places, as text; positive, notes too. */
  subtotal: string;
  itbis: string;
  total: string;
  pendientes: string[];
  fila: string;
  linea: string | null;
}

interface SugerenciaTable {
  empresa_id: string;
  emisor: string;
  respuestas: string;
  cambiada: Date;
}
