import { isolate, namesNothing } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'PUT /api/certificacion': namesNothing,
  },
});
