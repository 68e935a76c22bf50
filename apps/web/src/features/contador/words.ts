import type { contador } from '@timbre/contract';
import { formatCount, formatCounted } from '../../lib/format.ts';
import { type Cliente, daysTo, type NombreDeReporte, type Parte } from './filters.ts';

export const nombreDeReporte: Record<NombreDeReporte, string> = { '606': '606', '607': '607', IT1: 'IT-1' };
export const temaDeReporte: Record<NombreDeReporte, string> = {
  '606': '606 · compras',
  '607': '607 · ventas',
  IT1: 'IT-1',
};

/** The parts of the strip, in words. The IT-1 waits where the others are to be answered. */
export const nombreDeParte = (parte: Parte, reporte: NombreDeReporte): string =>
  ({
    presentado: 'presentados',
    listo: 'listos',
    por_responder: reporte === 'IT1' ? 'esperan' : 'por responder',
    sin_empezar: 'sin empezar',
  })[parte];

/** The state of a report in a row. */
export function estadoEnPalabras(
  reporte: contador.ReporteDeCliente,
  nombre: NombreDeReporte,
  cifras: Cliente['cifras'],
): string {
  const { estado, faltan } = reporte;
  if (estado === 'por_responder') return `${formatCount(faltan)} por responder`;
  if (estado === 'espera' && cifras !== null && nombre === 'IT1') {
    const waits = (['606', '607'] as const).find(
      (one) => !['listo', 'presentado', 'no_aplica'].includes(cifras.reportes[one].estado),
    );
    return `Espera al ${waits}`;
  }
  return {
    no_aplica: 'No aplica',
    sin_empezar: 'Sin empezar',
    espera: 'Espera',
    listo: 'Listo',
    presentado: 'Presentado',
  }[estado];
}

/** The problems of issued documents, the worst first. */
export function problemasEnPalabras({ rechazados, sinConfirmar }: NonNullable<Cliente['cifras']>) {
  const all: { tone: 'bad' | 'warn'; words: string }[] = [];
  if (rechazados > 0) all.push({ tone: 'bad', words: formatCounted(rechazados, 'rechazado') });
  if (sinConfirmar > 0) all.push({ tone: 'warn', words: `${formatCount(sinConfirmar)} sin confirmar` });
  return all;
}

/** A notice in a few words. */
export function avisoEnPalabras({ tipo, dias, tipoECF, rango, quedan }: contador.AvisoDeCliente): string {
  if (tipo === 'quickbooks') return 'QuickBooks caído';
  if (tipo === 'certificado') {
    if (dias === null) return 'Sin certificado';
    return dias === 0 ? 'Certificado vencido' : `Certificado · ${formatCounted(dias, 'día')}`;
  }
  if (rango === 'agotado') return `E${tipoECF} · agotado`;
  if (rango === 'vencido') return `E${tipoECF} · vencido`;
  return rango === 'por-vencer'
    ? `E${tipoECF} · ${formatCounted(dias ?? 0, 'día')}`
    : `E${tipoECF} · quedan ${formatCount(quedan ?? 0)}`;
}

/** A fall of sales beyond this usually means that invoices are missing. */
const steepFall = -35;

/** The sales against the month before. */
export function cambioDeVentas({ cambio: percent }: NonNullable<Cliente['cifras']>) {
  if (percent === null) return undefined;
  const words = percent === 0 ? 'igual' : `${formatCount(Math.abs(percent))} %`;
  const direction: 'up' | 'down' | 'same' = percent === 0 ? 'same' : percent > 0 ? 'up' : 'down';
  return { words, direction, isSteep: percent < steepFall };
}

const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];
const aMonday = '2018-01-01';

/** A day yyyy-MM-dd, of 2018 or later, with its weekday: `martes 15/12`. */
export const diaConNombre = (day: string): string =>
  `${weekdays[daysTo(aMonday, day) % 7]} ${day.slice(8)}/${day.slice(5, 7)}`;

/** How far a day is. */
export const cuandoEs = (dias: number): string =>
  dias === 0 ? 'hoy' : dias === 1 ? 'mañana' : dias > 0 ? `en ${dias} días` : `hace ${formatCounted(-dias, 'día')}`;
