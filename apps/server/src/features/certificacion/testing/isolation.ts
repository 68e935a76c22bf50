import { isolate, namesNothing } from '../../../testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'PUT /api/certificacion': namesNothing,
  },
});
