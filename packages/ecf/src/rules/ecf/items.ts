import { add, compare, type Decimal, formatMonto, isNegative, mul, sum, zero } from '@timbre/values';
import { isGranel } from '../../arithmetic/additional-taxes.ts';
import { hundred, isAdValorem, isEspecifico } from '../../arithmetic/excise.ts';
import { especificoDe, familiaDe } from '../../arithmetic/rates.ts';
import { amount, type Line, percentOfLine } from '../../arithmetic/reading.ts';
import { countsUp, lineTolerance, within } from '../rule.ts';
import { notBefore } from './fechas.ts';
import { type LineRule, lineSet } from './line-set.ts';
import { lineasEnOtraMoneda } from './moneda-de-linea.ts';

const subDescuentos = ({ item }: Line) => item.TablaSubDescuento?.SubDescuento ?? [];
const subRecargos = ({ item }: Line) => item.TablaSubRecargo?.SubRecargo ?? [];
const sumOf = (montos: readonly (string | undefined)[]): Decimal => sum(montos.map(amount));

/** Whether every entry in percent states its percent, and an amount that is price × percent × quantity. */
const percentsHold = (
  line: Line,
  subs: readonly { tipo: string | undefined; porcentaje: string | undefined; monto: string | undefined }[],
): boolean =>
  subs.every(
    ({ tipo, porcentaje, monto }) =>
      tipo !== '%' ||
      (porcentaje !== undefined &&
        within(amount(monto), percentOfLine(line.precio, line.cantidad, porcentaje), lineTolerance)),
  );

/** Price × quantity, with the surcharge. */
const grossOf = ({ precio, cantidad, recargo }: Line): Decimal => add(mul(precio, cantidad), recargo);

/** Whether a line pays an excise computed from its measures and retail price: alcohol sold in bulk does not. */
const pays = (line: Line, is: (familia: ReturnType<typeof familiaDe>) => boolean): boolean =>
  line.impuestos.some((code) => is(familiaDe(code)) && !(familiaDe(code)?.startsWith('alcohol') && isGranel(line)));

const basics: readonly LineRule[] = [
  {
    code: 'ECF-ITEM-01',
    at: 'NumeroLinea',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 1 del detalle, p. 35',
    holds: ({ item, index }) => countsUp(item.NumeroLinea, index),
    message: ({ item, index }) =>
      `NumeroLinea dice ${item.NumeroLinea}; las líneas se numeran en orden y esta es la ${index + 1}`,
  },
  {
    code: 'ECF-ITEM-02',
    tipos: ['43', '44', '47'],
    at: 'IndicadorFacturacion',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, nota 50, p. 36',
    holds: ({ indicador }) => indicador === '4',
    message: ({ indicador }, { ledger }) =>
      `En el tipo ${ledger.tipo} todo ítem es exento: IndicadorFacturacion debe ser 4, no ${indicador}`,
  },
  {
    code: 'ECF-ITEM-03',
    tipos: ['46'],
    at: 'IndicadorFacturacion',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, nota 51, p. 36',
    holds: ({ indicador }) => indicador === '3',
    message: ({ indicador }) =>
      `En el tipo 46 todo ítem va a tasa cero: IndicadorFacturacion debe ser 3, no ${indicador}`,
  },
  {
    code: 'ECF-ITEM-04',
    tipos: ['47'],
    at: 'IndicadorBienoServicio',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, nota 54, p. 37',
    holds: ({ item }) => item.IndicadorBienoServicio === '2',
    message: 'En el tipo 47 todo ítem es un servicio: IndicadorBienoServicio debe ser 2',
  },
  {
    code: 'ECF-ITEM-05',
    at: 'MontoItem',
    severity: 'condicional',
    arithmetic: true,
    source: 'Formato e-CF v1.0, campo 39 del detalle, p. 44; Informe Técnico §12, p. 20',
    holds: ({ monto, esperado }) => within(monto, esperado, lineTolerance),
    message: ({ monto, esperado }) =>
      `MontoItem dice ${formatMonto(monto)}, pero precio × cantidad − descuento + recargo da ${formatMonto(esperado)} (se tolera 1.00)`,
  },
  ...lineasEnOtraMoneda,
  {
    code: 'ECF-ITEM-06',
    at: 'UnidadReferencia',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 14 del detalle, p. 37 (condicional a CantidadReferencia)',
    holds: ({ item }) => item.CantidadReferencia === undefined || item.UnidadReferencia !== undefined,
    message: ({ item }) =>
      `CantidadReferencia dice ${item.CantidadReferencia}, y falta UnidadReferencia: la unidad en que se mide`,
  },
  {
    code: 'ECF-ITEM-07',
    at: 'FechaVencimientoItem',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campos 19 y 20 del detalle, p. 39-40: un artículo se elabora antes de vencer',
    holds: ({ item }) => notBefore(item.FechaVencimientoItem, item.FechaElaboracion),
    message: ({ item }) =>
      `El artículo vence el ${item.FechaVencimientoItem}, antes de elaborarse el ${item.FechaElaboracion}`,
  },
  {
    code: 'ECF-ITEM-08',
    at: 'CantidadReferencia',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campo 14 del detalle, p. 37 (condicional a que esté CantidadReferencia)',
    holds: ({ item }) => item.UnidadReferencia === undefined || item.CantidadReferencia !== undefined,
    message: ({ item }) =>
      `UnidadReferencia dice ${item.UnidadReferencia}, y falta CantidadReferencia: la cantidad que mide`,
  },
  {
    code: 'ECF-ISC-08',
    at: 'GradosAlcohol',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campo 17 del detalle, p. 39 (porcentaje de alcohol en el volumen)',
    holds: ({ item }) => item.GradosAlcohol === undefined || compare(amount(item.GradosAlcohol), hundred) <= 0,
    message: ({ item }) => `GradosAlcohol es un porcentaje del volumen y dice ${item.GradosAlcohol}: no pasa de 100`,
  },
];

/** Whether a sub-discount or sub-surcharge in money states a percentage. */
const mixesKinds = (tipo: string | undefined, porcentaje: string | undefined): boolean =>
  tipo === '$' && porcentaje !== undefined;

const discounts: readonly LineRule[] = [
  {
    code: 'ECF-DESCUENTO-01',
    codigoDGII: '2020',
    at: 'DescuentoMonto',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 26 del detalle, p. 41',
    holds: (line) =>
      within(amount(line.item.DescuentoMonto), sumOf(subDescuentos(line).map((s) => s.MontoSubDescuento)), zero),
    message: (line) =>
      `DescuentoMonto dice ${formatMonto(amount(line.item.DescuentoMonto))}, pero TablaSubDescuento suma ${formatMonto(sumOf(subDescuentos(line).map((s) => s.MontoSubDescuento)))}`,
  },
  {
    code: 'ECF-DESCUENTO-02',
    codigoDGII: '2020',
    at: 'TablaSubDescuento',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 28 y 29 del detalle, p. 41',
    holds: (line) =>
      percentsHold(
        line,
        subDescuentos(line).map((s) => ({
          tipo: s.TipoSubDescuento,
          porcentaje: s.SubDescuentoPorcentaje,
          monto: s.MontoSubDescuento,
        })),
      ),
    message: 'Un subdescuento en porcentaje exige SubDescuentoPorcentaje, y su monto es precio × porcentaje × cantidad',
  },
  {
    code: 'ECF-DESCUENTO-03',
    at: 'DescuentoMonto',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 26 y 39 del detalle, p. 41 y 44 (MontoItem no tiene signo)',
    holds: ({ esperado }) => !isNegative(esperado),
    message: (line) =>
      `El descuento de la línea ${line.index + 1}, ${formatMonto(line.descuento)}, es mayor que su importe, ${formatMonto(grossOf(line))}: el monto quedaría en negativo`,
  },
  {
    code: 'ECF-DESCUENTO-04',
    at: 'TablaSubDescuento',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 28 del detalle, p. 41 (condicional a que vaya en %)',
    holds: (line) => !subDescuentos(line).some((s) => mixesKinds(s.TipoSubDescuento, s.SubDescuentoPorcentaje)),
    message: 'Un subdescuento en monto (TipoSubDescuento $) no lleva SubDescuentoPorcentaje',
  },
  {
    code: 'ECF-RECARGO-01',
    codigoDGII: '2030',
    at: 'RecargoMonto',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 30 del detalle, p. 42',
    holds: (line) =>
      within(amount(line.item.RecargoMonto), sumOf(subRecargos(line).map((s) => s.MontoSubRecargo)), zero),
    message: (line) =>
      `RecargoMonto dice ${formatMonto(amount(line.item.RecargoMonto))}, pero TablaSubRecargo suma ${formatMonto(sumOf(subRecargos(line).map((s) => s.MontoSubRecargo)))}`,
  },
  {
    code: 'ECF-RECARGO-02',
    codigoDGII: '2030',
    at: 'TablaSubRecargo',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 32 y 33 del detalle, p. 42',
    holds: (line) =>
      percentsHold(
        line,
        subRecargos(line).map((s) => ({
          tipo: s.TipoSubRecargo,
          porcentaje: s.SubRecargoPorcentaje,
          monto: s.MontoSubRecargo,
        })),
      ),
    message: 'Un subrecargo en porcentaje exige SubRecargoPorcentaje, y su monto es precio × porcentaje × cantidad',
  },
  {
    code: 'ECF-RECARGO-03',
    at: 'TablaSubRecargo',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 32 del detalle, p. 42 (condicional a que vaya en %)',
    holds: (line) => !subRecargos(line).some((s) => mixesKinds(s.TipoSubRecargo, s.SubRecargoPorcentaje)),
    message: 'Un subrecargo en monto (TipoSubRecargo $) no lleva SubRecargoPorcentaje',
  },
];

const taxes: readonly LineRule[] = [
  {
    code: 'ECF-ISC-01',
    at: 'CantidadReferencia',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 13 y 14 del detalle, p. 37',
    holds: (line) =>
      !pays(line, isEspecifico) ||
      (line.item.CantidadReferencia !== undefined && line.item.UnidadReferencia !== undefined),
    message: 'Un ítem con impuesto selectivo específico (006 a 022) exige CantidadReferencia y UnidadReferencia',
  },
  {
    code: 'ECF-ISC-02',
    codigoDGII: '2150',
    at: 'TablaSubcantidad',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 15 y 16 del detalle, p. 38',
    holds: (line) => {
      const subs = line.item.TablaSubcantidad?.SubcantidadItem;
      return subs === undefined
        ? !pays(line, isEspecifico)
        : subs.every((s) => s.Subcantidad !== undefined && s.CodigoSubcantidad !== undefined);
    },
    message:
      'Un ítem con impuesto selectivo específico (006 a 022) exige TablaSubcantidad, con Subcantidad y CodigoSubcantidad en cada entrada',
  },
  {
    code: 'ECF-ISC-03',
    at: 'GradosAlcohol',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 17 del detalle, p. 39',
    holds: (line) => !pays(line, (familia) => familia === 'alcohol') || line.item.GradosAlcohol !== undefined,
    message: 'Un ítem con impuesto selectivo específico al alcohol (006 a 018) exige GradosAlcohol',
  },
  {
    code: 'ECF-ISC-04',
    at: 'PrecioUnitarioReferencia',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 18 del detalle y nota 60, p. 39',
    holds: (line) => !pays(line, isAdValorem) || line.item.PrecioUnitarioReferencia !== undefined,
    message:
      'Un ítem con impuesto selectivo ad valorem (023 a 039) exige PrecioUnitarioReferencia: el precio de venta al por menor',
  },
  {
    code: 'ECF-ISC-05',
    at: 'TablaImpuestoAdicional',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, nota 24, p. 23',
    holds: (line) =>
      !pays(line, isAdValorem) ||
      line.impuestos.every((code) => {
        const especifico = especificoDe(code);
        return especifico === undefined || line.impuestos.includes(especifico);
      }),
    message: ({ impuestos }) => {
      const code = impuestos.find((c) => especificoDe(c) !== undefined) ?? '';
      return `El impuesto ad valorem ${code} exige también el específico que le corresponde, ${especificoDe(code)}`;
    },
  },
  {
    code: 'ECF-ISC-06',
    at: 'TablaImpuestoAdicional',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 34 del detalle, p. 43',
    holds: ({ impuestos }) => impuestos.length < 2 || new Set(impuestos).size === impuestos.length,
    message: 'Un ítem no repite el mismo impuesto adicional',
  },
  {
    code: 'ECF-ISC-07',
    tipos: ['44'],
    at: 'TablaImpuestoAdicional',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, notas 16 y 19, p. 21-22',
    holds: ({ impuestos }) => impuestos.every((code) => familiaDe(code) === 'otros'),
    message: ({ impuestos }) =>
      `El tipo 44 solo admite los impuestos adicionales 001 a 005, no ${impuestos.find((c) => familiaDe(c) !== 'otros')}`,
  },
];

/** The measures of an excise that a line states. */
const medidasDe = ({ item }: Line): readonly string[] =>
  (['CantidadReferencia', 'TablaSubcantidad', 'GradosAlcohol', 'PrecioUnitarioReferencia'] as const).filter(
    (campo) => item[campo] !== undefined,
  );

const measures: readonly LineRule[] = [
  {
    code: 'ECF-ISC-09',
    at: 'TablaImpuestoAdicional',
    severity: 'aviso',
    source:
      'Formato e-CF v1.0, campos 13 a 18 del detalle y notas 56 a 60, p. 37-39 (condicionales a los impuestos 006 a 039)',
    holds: ({ impuestos }) => impuestos.some((code) => familiaDe(code) !== 'otros'),
    message: (line) =>
      `${medidasDe(line).join(', ')}: son datos del impuesto selectivo, y el ítem no lleva ninguno de sus códigos (006 a 039)`,
  },
];

const isAdjusted = ({ item }: Line): boolean =>
  item.DescuentoMonto !== undefined ||
  item.TablaSubDescuento !== undefined ||
  item.RecargoMonto !== undefined ||
  item.TablaSubRecargo !== undefined;

/** Rules of each line of detail. Each table runs only on the lines that it applies to. */
export const items = [
  lineSet(() => true, basics),
  lineSet(isAdjusted, discounts),
  lineSet((line) => medidasDe(line).length > 0, measures),
  lineSet(({ item, impuestos }) => impuestos.length > 0 || item.TablaSubcantidad !== undefined, taxes),
];
