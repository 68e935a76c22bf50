/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    quickbooks_conexion: QuickbooksConexionTable;
    quickbooks_inicio: QuickbooksInicioTable;
  }
}

export {};

interface QuickbooksConexionTable {
  empresa_id: string;
  realm: string;
  nombre: string;
  conectado: Date;
  por: string;
  vuelta: number;
  acceso: Buffer;
  renovacion: Buffer;
  renovacion_anterior: Buffer | null;
  acceso_hasta: Date;
  turno: string | null;
  turno_hasta: Date | null;
  revisado: Date | null;
  rechazo: string | null;
  perdida: Date | null;
}

interface QuickbooksInicioTable {
  empresa_id: string;
  estado: Buffer;
  sesion_id: string;
  regreso: string;
  creado: Date;
}
