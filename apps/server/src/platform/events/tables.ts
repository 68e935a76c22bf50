import type { Generated } from 'kysely';
import type { Json } from '../db/schema.ts';

/** Adds the tables of this feature to those that all queries can use. */
declare module '../db/schema.ts' {
  interface Tables {
    evento: EventoTable;
    evento_cabeza: EventoCabezaTable;
  }
}

interface EventoTable {
  empresa_id: string;
  seq: number;
  tipo: string;
  sujeto: string | null;
  datos: Json<unknown>;
  en: Date;
  hash: Buffer;
  numero: number | null;
}

interface EventoCabezaTable {
  empresa_id: string;
  seq: number;
  actos: Generated<number>;
  movimientos: Generated<number>;
  hash: Buffer;
  llave_desde: Generated<number>;
  sello: Buffer | null;
  /** Each entry queues a job of webhooks. */
  seguida: Generated<boolean>;
  /** Each change of a document queues a job of deliveries. */
  reparte: Generated<boolean>;
  /** Each change by which rows of imports are judged queues a job that judges them again. */
  revisa: Generated<boolean>;
}
