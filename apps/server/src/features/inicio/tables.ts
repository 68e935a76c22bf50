/** The tables of this room, for the queries of all. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    logo: LogoTable;
  }
}

export {};

interface LogoTable {
  empresa_id: string;
  tipo: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Buffer;
  version: string;
}
