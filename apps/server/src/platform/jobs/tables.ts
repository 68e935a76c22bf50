import type { Generated } from 'kysely';
import type { JsonDefault } from '../db/schema.ts';

/** Adds the tables of this feature to those that all queries can use. */
declare module '../db/schema.ts' {
  interface Tables {
    trabajo: TrabajoTable;
  }
}

interface TrabajoTable {
  id: string;
  clase: string;
  empresa_id: string;
  sujeto: string;
  datos: JsonDefault<Record<string, unknown>>;
  en: Date;
  prioridad: Generated<number>;
  ficha: Generated<number>;
  reservado_hasta: Date | null;
  repetir: Generated<boolean>;
  intentos: Generated<number>;
  ultimo_error: string | null;
  /** The environment of the authority whose recovery makes it due. */
  espera: string | null;
}
