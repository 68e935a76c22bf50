import type { Json } from '../../platform/db/schema.ts';

/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    borrador: BorradorTable;
  }
}

interface BorradorTable {
  empresa_id: string;
  id: string;
  version: number;
  tipo: number;
  comprador: string;
  monto: string;
  documento: Json<Record<string, unknown>>;
  por: string;
  modificado: Date;
}
