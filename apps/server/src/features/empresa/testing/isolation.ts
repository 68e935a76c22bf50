import { isolate, namesNothing } from '../../../testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'PUT /api/empresa/datos': namesNothing,
    'PUT /api/empresa/certificado': namesNothing,
  },
});
