import type { TipoNCF } from '../layout/ncf.ts';
import type { PurchaseAmount, SaleAmount } from './amounts.ts';
import type { Box, Formula, PurchaseFeed, SaleFeed, Where } from './box.ts';

const sales = (amount: SaleAmount, where: Where = {}): SaleFeed => ({ format: '607', where, amount });
/** The forms of sale. A credit note has its own box, and may leave them blank. */
const paid = (amount: SaleAmount): SaleFeed => sales(amount, { notTipos: ['B04', 'E34'] });
const ofType = (...tipos: TipoNCF[]): SaleFeed => sales('monto', { tipos });
const purchases = (amount: PurchaseAmount, where: Where = {}): PurchaseFeed => ({
  format: '606',
  where: { firstReport: true, ...where },
  amount,
});
const fed = (n: number, label: string, feed: SaleFeed | PurchaseFeed): Box => ({ id: `A${n}`, label, feed });
const sum = (n: number, label: string, ...terms: string[]): Box => ({ id: `A${n}`, label, formula: { sum: terms } });
const manual = (n: number, label: string): Box => ({ id: `A${n}`, label });
const range = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, i) => `A${from + i}`);

/** The columns of the deductions: local purchases, services, imports. No report contains the ITBIS of imports. */
const columns = ['1', '2', '3'] as const;

/** A row of three columns and its total. */
function three(n: number, label: string, of: (column: string) => Omit<Box, 'id' | 'label'>): Box[] {
  const names = { '1': 'compras locales', '2': 'servicios', '3': 'importaciones' };
  return [
    ...columns.map((column) => ({ id: `A${n}.${column}`, label: `${label}: ${names[column]}`, ...of(column) })),
    { id: `A${n}`, label, formula: { sum: columns.map((column) => `A${n}.${column}`) } },
  ];
}

/** Feeds of the columns of goods and services; imports are filled by hand. */
const split =
  (name: 'costo' | 'proporcional' | 'crédito', where: Where = {}, less: readonly string[] = []) =>
  (column: string): Omit<Box, 'id' | 'label'> => {
    if (column === '3') return {};
    const formula: Formula = { sum: less.map((n) => `-A${n}.${column}`) };
    return {
      feed: purchases(column === '1' ? `${name}, bienes` : `${name}, servicios`, where),
      ...(less.length > 0 && { formula }),
    };
  };
const byColumn = (formula: (column: string) => Formula) => (column: string) => ({ formula: formula(column) });
const byHand = () => ({});

/**
 * Anexo A of the IT-1, in the order of the form. Boxes 45, 46 and 49 are filled by hand and subtracted from 47 and 50,
 * so that all the ITBIS of the 606 is in exactly one box.
 * @source Anexo A of the IT-1 (e-NCF era), as rendered by a public program; to be checked after Ley 30-26
 */
export const anexoA: readonly Box[] = [
  fed(1, 'Crédito fiscal (01 y 31)', ofType('B01', 'E31')),
  fed(2, 'Consumo (02 y 32)', ofType('B02', 'E32')),
  fed(3, 'Nota de débito (03 y 33)', ofType('B03', 'E33')),
  fed(4, 'Nota de crédito (04 y 34) (-)', { ...ofType('B04', 'E34'), unsigned: true }),
  fed(5, 'Registro único de ingresos (12)', ofType('B12')),
  fed(6, 'Regímenes especiales (14 y 44)', ofType('B14', 'E44')),
  fed(7, 'Gubernamentales (15 y 45)', ofType('B15', 'E45')),
  fed(8, 'Exportaciones (16 y 46)', ofType('B16', 'E46')),
  manual(9, 'Otras operaciones (positivas)'),
  manual(10, 'Otras operaciones (negativas)'),
  sum(11, 'Total operaciones', 'A1', 'A2', 'A3', '-A4', 'A5', 'A6', 'A7', 'A8', 'A9', '-A10'),
  fed(12, 'Efectivo', paid('efectivo')),
  fed(13, 'Cheque / transferencia', paid('cheque_transferencia_deposito')),
  fed(14, 'Tarjeta débito/crédito', paid('tarjeta')),
  fed(15, 'A crédito', paid('venta_credito')),
  fed(16, 'Bonos', paid('bonos')),
  fed(17, 'Permutas', paid('permuta')),
  fed(18, 'Otras formas', paid('otras_formas')),
  sum(19, 'Total por tipo de venta', ...range(12, 18)),
  fed(20, 'Ingresos por operaciones', sales('monto', { tipoIngreso: '1' })),
  fed(21, 'Financieros', sales('monto', { tipoIngreso: '2' })),
  fed(22, 'Extraordinarios', sales('monto', { tipoIngreso: '3' })),
  fed(23, 'Arrendamientos', sales('monto', { tipoIngreso: '4' })),
  fed(24, 'Venta de activos depreciables', sales('monto', { tipoIngreso: '5' })),
  fed(25, 'Otros', sales('monto', { tipoIngreso: '6' })),
  sum(26, 'Total por tipo de ingreso', ...range(20, 25)),
  manual(27, 'Pagos computables por retenciones (Norma 08-04, tarjetas)'),
  manual(28, 'Pasajes aéreos (02-05) BSP-IATA'),
  fed(29, 'Otras retenciones (02-05)', sales('ITBIS retenido')),
  manual(30, 'Paquetes de alojamiento y ocupación'),
  manual(31, 'Retención por entidades del Estado'),
  fed(32, 'ITBIS percibido', sales('ITBIS percibido')),
  sum(33, 'Total', ...range(27, 32)),
  manual(34, 'Dirección técnica (07-07)'),
  manual(35, 'Contrato de administración'),
  manual(36, 'Asesorías/honorarios'),
  sum(37, 'Total constructoras', ...range(34, 36)),
  manual(38, 'No sujetas por construcción'),
  manual(39, 'Bienes por comisión'),
  manual(40, 'Servicios en nombre de terceros'),
  sum(41, 'Total comisionistas', 'A39', 'A40'),
  manual(42, 'No sujetas por comisiones'),
  fed(43, 'Notas de crédito emitidas con más de 30 días (Art. 338)', {
    ...sales('monto', { lateNote: true }),
    unsigned: true,
  }),
  fed(
    44,
    'Facturas en comprobantes de regímenes especiales (proviene del 606)',
    purchases('total', { tipos: ['B14', 'E44'] }),
  ),
  ...three(45, 'No deducible: productores exentos', byHand),
  ...three(46, 'No deducible: activos categoría I', byHand),
  ...three(47, 'Otros ITBIS no deducibles', split('costo', {}, ['45', '46'])),
  ...three(
    48,
    'Total no deducible',
    byColumn((c) => ({ sum: [`A45.${c}`, `A46.${c}`, `A47.${c}`] })),
  ),
  ...three(49, 'Deducible: bienes exportados', byHand),
  ...three(50, 'Deducible: producción/venta de bienes gravados', split('crédito', { tipoBienes: '09' }, ['49'])),
  ...three(51, 'Deducible: servicios gravados', split('crédito', { notTipoBienes: '09' })),
  ...three(
    52,
    'Total deducible no sujeto a proporcionalidad',
    byColumn((c) => ({ sum: [`A49.${c}`, `A50.${c}`, `A51.${c}`] })),
  ),
  ...three(53, 'ITBIS sujeto a proporcionalidad', split('proporcional')),
  { id: 'A54', label: 'Coeficiente', formula: { ratio: [['2', '5', '10'], '1'] } },
  ...three(
    55,
    'Admitido por proporcionalidad',
    byColumn((c) => ({ times: [`A53.${c}`, 'A54'] })),
  ),
  ...three(
    56,
    'Total ITBIS deducible',
    byColumn((c) => ({ sum: [`A52.${c}`, `A55.${c}`] })),
  ),
];
