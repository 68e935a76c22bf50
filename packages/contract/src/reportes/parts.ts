import { Type } from 'typebox';
import { featureConstants } from '../constants.generated.ts';
import { orNull } from '../shared.ts';

// Schemas and settings that the calls of the reports share.

export type TipoDeReporte = (typeof featureConstants.reportes.reportesFiscales)[number]['tipo'];
export const TipoDeReporte = Type.Enum(featureConstants.reportes.reportesFiscales.map(({ tipo }) => tipo));
export const Formato = Type.Enum(['606', '607', '608', '609']);

export const TextOrNull = orNull(Type.String());
export const Monto = Type.String({
  pattern: '^-?\\d{1,15}(\\.\\d{1,2})?$',
  examples: ['1180.00'],
  description: 'RD$, decimal',
});
export const Dia = Type.String({ format: 'date', description: 'yyyy-MM-dd' });
export const Periodo = Type.String({
  pattern: '^20\\d{2}(0[1-9]|1[0-2])$',
  examples: ['202611'],
  description: 'AAAAMM',
});
export const common = { policy: 'leer', menu: 'reportes' } as const;
export const changing = { policy: 'reportar', menu: 'reportes' } as const;

/** The schema lets both dates be missing: the server refuses that with the message of the specification. */
export const Rango = { fechaDesde: Type.Optional(Dia), fechaHasta: Type.Optional(Dia) };
