import { compareFecha, formatMonto, periodoOf, zero } from '@timbre/values';
import { foreignRate, rateText, withhold } from '@timbre/values/retenciones';
import type { Draft608 } from '../layout/608.ts';
import type { Draft609 } from '../layout/609.ts';
import { isAccepted, tipoOfNCF } from '../layout/ncf.ts';
import { atMost, near, type RowRule, some } from './rule.ts';

/** Rules about one row of the 608. */
export const rules608: readonly RowRule<'608', Draft608>[] = [
  {
    code: '608-NCF-01',
    severity: 'aviso',
    at: 'ncf',
    source: 'Herramienta 608 v2018.2.1: no dice qué series acepta',
    holds: ({ ncf = '' }, { periodo }) => {
      const tipo = tipoOfNCF(ncf);
      return tipo === undefined || isAccepted('608', tipo, periodo);
    },
    message:
      'Un e-NCF se anula con el formato de anulación de la facturación electrónica. Sin confirmar: ninguna fuente publicada dice si va también en el 608; pregúntelo a la DGII',
  },
  {
    code: '608-FECHA-01',
    severity: 'error',
    at: 'fecha_comprobante',
    source: 'Herramienta 608 v2018.2.1',
    holds: ({ fecha_comprobante: fecha }, { periodo }) => fecha === undefined || periodoOf(fecha) === periodo,
    message: ({ fecha_comprobante }, { periodo }) =>
      `El comprobante anulado es del ${fecha_comprobante} y el período es ${periodo}: repórtelo en su mes`,
  },
];

/** Rules about one row of the 609. */
export const rules609: readonly RowRule<'609', Draft609>[] = [
  {
    code: '609-SERVICIO-01',
    severity: 'error',
    at: 'detalle_servicio',
    source: 'Herramienta 609 v2018.5.0',
    holds: ({ tipo_servicio, detalle_servicio }) =>
      tipo_servicio === undefined || detalle_servicio === undefined || detalle_servicio.startsWith(tipo_servicio),
    message: 'El detalle no es del servicio elegido: el primer dígito del detalle es el código del servicio',
  },
  {
    code: '609-FECHA-01',
    severity: 'error',
    at: 'fecha_documento',
    source: 'Herramienta 609 v2018.5.0',
    holds: ({ fecha_documento: fecha }, { periodo }) => fecha === undefined || periodoOf(fecha) <= periodo,
    message: 'El documento es de después del período: repórtelo en su mes o corrija la fecha',
  },
  {
    code: '609-RETENCION-01',
    severity: 'error',
    at: 'fecha_retencion_isr',
    source: 'Herramienta 609 v2018.5.0',
    holds: (row) => row.fecha_retencion_isr !== undefined || !some(row.isr_retenido),
    message: 'Hay ISR retenido y falta la fecha de la retención, campo 11: escríbala',
  },
  {
    code: '609-RETENCION-02',
    severity: 'error',
    at: 'fecha_retencion_isr',
    source: 'Regla de Timbre',
    holds: ({ fecha_documento: fecha, fecha_retencion_isr: retencion }) =>
      fecha === undefined || retencion === undefined || compareFecha(retencion, fecha) >= 0,
    message: 'La retención es anterior al documento: corrija una de las dos fechas',
  },
  {
    code: '609-RETENCION-03',
    severity: 'error',
    at: 'isr_retenido',
    source: 'Regla de Timbre',
    holds: (row) => atMost(row.isr_retenido, row.monto_facturado),
    message: 'El ISR retenido es mayor que el monto facturado: corrija el campo 13',
  },
  {
    code: '609-RETENCION-04',
    severity: 'aviso',
    at: 'isr_retenido',
    source: 'Código Tributario, arts. 305, 305-1 y 305-2; leyes de @timbre/values/retenciones',
    holds: (row) => {
      const all = lawOf(row);
      return !some(row.isr_retenido) || all.length === 0 || all.some(({ monto }) => near(monto, row.isr_retenido));
    },
    message: (row) => {
      const law = lawOf(row).map(({ rate, monto }) => `${formatMonto(monto)} (${rateText(rate)}, ${rate.ley})`);
      return `Se retuvieron ${formatMonto(row.isr_retenido ?? zero)}, y por ley es ${[...new Set(law)].join(' o ')}: compruébelo, salvo que un convenio diga otra tasa`;
    },
  },
];

/**
 * Withholdings by law on a payment abroad of either kind, at the rates on the days of its document and its
 * withholding.
 */
function lawOf({ fecha_documento, fecha_retencion_isr, renta_presunta, monto_facturado }: Draft609) {
  const base = some(renta_presunta) ? renta_presunta : (monto_facturado ?? zero);
  return [fecha_documento, fecha_retencion_isr].flatMap((day) =>
    (['otros', 'regalias-software-publicidad-nube'] as const).flatMap((kind) => {
      const rate = day && foreignRate(kind, day);
      return rate ? [{ rate, monto: withhold(base, rate) }] : [];
    }),
  );
}
