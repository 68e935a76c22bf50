import type { reportes } from '@timbre/contract';
import { consumerFields } from '@timbre/reports';
import type { ConsumerSums } from '../../domain/reports/consumer-repo.ts';
import type { ReporteRow } from './repo.ts';

const noTotals = { montoTotal: '0.00', itbisTotal: '0.00', subtotal: '0.00', cantidadRegistros: 0, pendientes: 0 };

/** A saved report as the contract shows it. @param rnc of the declaring company */
export const reporteView = (row: ReporteRow, rnc: string): reportes.ReporteGuardado => ({
  _id: row.id,
  tipoReporte: row.tipo === 'it1' ? 'IT1' : row.tipo,
  ambiente: row.ambiente,
  fechaDesde: row.desde,
  fechaHasta: row.hasta,
  estado: row.estado,
  progreso: { porcentaje: row.porcentaje, mensaje: row.mensaje },
  totales: row.totales ?? noTotals,
  avisos: row.avisos,
  resumen: row.resumen,
  basadoEn: row.basado_en,
  fechaCreacion: row.creado.toISOString(),
  usuario: row.por,
  rnc,
  companyId: null,
  presentacion:
    row.presentado === null ? null : { numero: row.aceptacion ?? '', fecha: row.presentado, por: row.presento ?? '' },
});

const noSales = Object.fromEntries(consumerFields.map((key) => [key, '0.00']));

/** The summary of consumers: receipts on paper and electronic ones separately, with zeros if there are none. */
export const consumerView = (sums: readonly ConsumerSums[]) =>
  (['B02', 'E32'] as const).map(
    (tipo) => sums.find((one) => one.tipo === tipo) ?? { tipo, cantidad: 0, montos: noSales },
  );
