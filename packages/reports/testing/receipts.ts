import { decimal, type Fecha } from '@timbre/values';
import type { Receipt } from '../src/derive/input.ts';

// Receipts of invented companies for the tests of the derivations.

const day = (text: string) => text as Fecha;

/** A credit-fiscal e-CF of a supplier: goods for RD$1,000 at 18 %, on credit. */
export const received: Receipt = {
  ncf: 'E310000000001',
  fecha: day('10-08-2026'),
  emisor: { id: '132111117', nombre: 'Suplidora Inventada SRL' },
  comprador: { id: '132000005', nombre: 'Comercial Ejemplo SRL' },
  lineas: [{ bienServicio: '1', facturacion: '1', monto: decimal('1000.00') }],
  totales: { gravado18: decimal('1000.00'), itbis: decimal('180.00') },
  tipoPago: '2',
  tipoIngresos: '01',
};

/** A purchase from a person who issues no receipts, paid at once, with its withholdings. */
export const compras: Receipt = {
  ncf: 'E410000000001',
  fecha: day('12-08-2026'),
  emisor: { id: '132000005' },
  comprador: { id: '90000000019', nombre: 'Persona Inventada' },
  lineas: [{ bienServicio: '2', facturacion: '1', monto: decimal('500.00') }],
  totales: { gravado18: decimal('500.00'), itbis: decimal('90.00') },
  retenido: { itbis: decimal('90.00'), isr: decimal('75.00') },
  tipoPago: '1',
  formasPago: [{ forma: '1', monto: decimal('425.00') }],
};

/** A licence bought abroad in dollars. */
export const abroad: Receipt = {
  ncf: 'E470000000001',
  fecha: day('14-08-2026'),
  emisor: { id: '132000005' },
  comprador: { extranjero: 'US-998877', nombre: 'Invented Software LLC' },
  lineas: [{ bienServicio: '2', facturacion: '4', monto: decimal('100.00') }],
  totales: { exento: decimal('100.00') },
  retenido: { isr: decimal('15.00') },
  tipoPago: '1',
  tasa: decimal('60.125'),
};
