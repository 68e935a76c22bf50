import { isolate, namesNothing } from '../../../testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'PUT /api/empresa/certificado': namesNothing,
  },
});
