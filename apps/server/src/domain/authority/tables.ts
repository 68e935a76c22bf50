/** The tables of this room, declared in the schema of all queries. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    autoridad_estado: AutoridadEstadoTable;
  }
}

export {};

interface AutoridadEstadoTable {
  ambiente: string;
  servicio: string;
  fase: 'tarda' | 'caida' | null;
  desde: Date | null;
  motivo: string | null;
  prueba_en: Date;
}
