/** Adds the tables of this feature to those that all queries can use. */
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
