import { isolate, namesNothing } from '../../../main/testing/isolation.ts';

/** The DGII answers what it tells the caller's own company, with that company's token. */
export const isolation = isolate({
  rows: { 'GET /api/dgii/directorio/:rnc': namesNothing, 'GET /api/dgii/comprobante': namesNothing },
});
