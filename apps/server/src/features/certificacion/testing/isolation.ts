import { isolate, namesNothing } from '../../../testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'GET /api/certificacion': namesNothing,
    'PUT /api/certificacion': namesNothing,
    'POST /api/certificacion/completar': namesNothing,
  },
});
