import { isolate, namesNothing } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    // The register is public: no taxpayer of it is a company's.
    'GET /fe/api/consultas/contribuyente': namesNothing,
    'GET /api/contribuyentes': namesNothing,
  },
});
