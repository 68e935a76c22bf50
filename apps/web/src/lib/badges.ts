import type { Ambiente } from '@timbre/contract/tables';

/** The name of each environment in the header. */
export const badges: Record<Ambiente, string> = { testecf: 'TEST', certecf: 'CERT', ecf: 'PROD' };
