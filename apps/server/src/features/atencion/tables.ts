/** The tables of this room, for the queries of all. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    aviso_dado: AvisoDadoTable;
  }
}

export {};

interface AvisoDadoTable {
  empresa_id: string;
  canal: 'correo' | 'webhook';
  /** The certificate, or the range. */
  sujeto: string;
  umbral: string;
}
