import type { Generated } from 'kysely';

/** The tables of this room, for the queries of all. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    vista: VistaTable;
  }
}

interface VistaTable {
  empresa_id: string;
  usuario_id: string;
  id: string;
  nombre: string;
  busqueda: string;
  predeterminada: Generated<boolean>;
  creada: Date;
}
