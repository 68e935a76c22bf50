import { isolate, namesNothing } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'PUT /api/empresa/datos': namesNothing,
    'PUT /api/empresa/certificado': namesNothing,
  },
});
