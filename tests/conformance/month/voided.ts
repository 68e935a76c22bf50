import type { Voided } from './receipt.ts';

/** Numbers of the ranges that are voided and never issued. */
export const voided: readonly Voided[] = [
  { tipo: '31', desde: 501, hasta: 503, fecha: '2026-06-16', motivo: '04' },
  { tipo: '32', desde: 9_000, hasta: 9_000, fecha: '2026-08-12', motivo: '06' },
  { tipo: '31', desde: 504, hasta: 504, fecha: '2026-08-12', motivo: '08' },
];
