/** Adds the tables of this feature to those that all queries can use. */
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
