import { isolate, namesNothing } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'GET /api/piloto/completas.zip': namesNothing,
    'POST /api/piloto/:parte': namesNothing,
    'POST /api/piloto/:parte/ensayar': namesNothing,
    'POST /api/piloto/:parte/enviar': namesNothing,
    'POST /api/piloto/formularios/firmar': namesNothing,
    'PUT /api/piloto/pasos/:numero': namesNothing,
  },
});
