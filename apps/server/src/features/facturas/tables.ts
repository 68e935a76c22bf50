import type { Generated } from 'kysely';

/** Adds the tables of this feature to those that all queries can use. */
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
