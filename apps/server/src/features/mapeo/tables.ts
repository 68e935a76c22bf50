/** The tables of this feature, for the queries of all. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    mapeo_parte: MapeoParteTable;
  }
}

/** What a company saves of its accounts. */
export type Parte = 'catalogo' | 'mapeo' | 'columnas' | 'dinamico';

interface MapeoParteTable {
  empresa_id: string;
  parte: Parte;
  version: number;
  /** JSON. */
  contenido: string;
  por: string;
  modificado: Date;
}
