import { isolate, namesNothing } from '../../../testing/isolation.ts';

export const isolation = isolate({ rows: { 'GET /api/plantillas/:archivo': namesNothing } });
