import type { enlaces } from '@timbre/contract';

/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    enlace_ajuste: EnlaceAjusteTable;
    enlace_documento: EnlaceDocumentoTable;
  }
}

interface EnlaceAjusteTable {
  empresa_id: string;
  activo: boolean;
  dias: enlaces.AjusteDeEnlaces['dias'];
}

interface EnlaceDocumentoTable {
  empresa_id: string;
  documento_id: string;
  id: string;
  hmac: Buffer;
  creado: Date;
  por: string;
  vence: Date | null;
}
