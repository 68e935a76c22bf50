/** The tables of this room, for the queries of all. */
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
