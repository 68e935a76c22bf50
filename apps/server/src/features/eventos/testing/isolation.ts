import { isolate, namesNothing } from '../../../main/testing/isolation.ts';

/** Each company counts its own events: the number of the last one, in Last-Event-ID, is that of the caller's. */
export const isolation = isolate({ rows: { 'GET /api/eventos': namesNothing } });
