import {
  add,
  compare,
  compareFecha,
  type Decimal,
  type Fecha,
  formatFechaHora,
  formatMonto,
  isZero,
  parseENCF,
  parseFecha,
  parseFechaHora,
  parseISODate,
  sum,
} from '@timbre/values';
import { amount } from '../../arithmetic/reading.ts';
import { umbralResumen } from '../../rfce.ts';
import { lineTolerance, ruleSet, totalTolerance, within } from '../rule.ts';
import type { Checked, DocumentRule } from './context.ts';
import { wrongRate } from './otra-moneda.ts';

const idDoc = ({ ecf }: Checked) => ecf.Encabezado?.IdDoc ?? {};
const totales = ({ ecf }: Checked) => ecf.Encabezado?.Totales ?? {};
const comprador = ({ ecf }: Checked) => ecf.Encabezado?.Comprador ?? {};

/** Whether a consumer invoice must name its buyer and is sent whole. @source Formato e-CF v1.0, campo 38, p. 12 */
export const esAltoMonto = (MontoTotal: string | undefined): boolean => compare(amount(MontoTotal), umbralResumen) >= 0;

/** Whether one day is not before another; true when either is missing or not a date (the structure check reports that). */
export function notBefore(later: string | undefined, earlier: string | undefined): boolean {
  const [a, b] = [parseFecha(later ?? ''), parseFecha(earlier ?? '')];
  return a === undefined || b === undefined || compareFecha(a, b) >= 0;
}

const emision = ({ ledger }: Checked): Fecha | undefined => ledger.fecha;

/** The day on which the issuer became an electronic one, where it states it. */
const emisorDesde = ({ emisor }: Checked): Fecha | undefined => parseISODate(emisor?.emisorDesde ?? '');

const formasDePago = (c: Checked) => idDoc(c).TablaFormasPago?.FormaDePago ?? [];
const pagado = (c: Checked): Decimal => sum(formasDePago(c).map(({ MontoPago }) => amount(MontoPago)));

/** The most that the payments may add up to: the total plus the other amounts being collected. */
function porCobrar(c: Checked): Decimal {
  const { SaldoAnterior, ValorPagar, MontoPeriodo, MontoTotal } = totales(c);
  return [amount(ValorPagar), amount(MontoPeriodo), add(amount(MontoTotal), amount(SaldoAnterior))].reduce(
    (most, monto) => (compare(monto, most) > 0 ? monto : most),
    amount(MontoTotal),
  );
}

const cif = ({ ecf }: Checked): Decimal => {
  const { TotalFob, Seguro, Flete, OtrosGastos } = ecf.Encabezado?.InformacionesAdicionales ?? {};
  return sum([TotalFob, Seguro, Flete, OtrosGastos].map(amount));
};

const rules: readonly DocumentRule[] = [
  {
    code: 'ECF-ENCF-01',
    at: 'Encabezado.IdDoc.eNCF',
    severity: 'rechazo',
    source: 'Informe Técnico §7, p. 13',
    holds: (c) => idDoc(c).eNCF === undefined || parseENCF(idDoc(c).eNCF ?? '') !== undefined,
    message: (c) =>
      `El eNCF «${idDoc(c).eNCF}» debe ser la letra E, los dos dígitos del tipo y diez de secuencia mayor que cero`,
  },
  {
    code: 'ECF-ENCF-02',
    at: 'Encabezado.IdDoc.eNCF',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 3, p. 6',
    holds: (c) => {
      const parts = parseENCF(idDoc(c).eNCF ?? '');
      return parts === undefined || idDoc(c).TipoeCF === undefined || parts.tipo === idDoc(c).TipoeCF;
    },
    message: (c) =>
      `El eNCF ${idDoc(c).eNCF} es del tipo ${idDoc(c).eNCF?.slice(1, 3)}, pero TipoeCF dice ${idDoc(c).TipoeCF}`,
  },
  {
    code: 'ECF-FECHA-01',
    at: 'Encabezado.IdDoc.FechaVencimientoSecuencia',
    severity: 'rechazo',
    source:
      'Informe Técnico §7, p. 13; Formato e-CF v1.0, campo 4, p. 6; Descripción técnica v1.6, secuenciaUtilizada (vencido a la fecha de envío)',
    leavesNumberFree: true,
    holds: (c) =>
      notBefore(idDoc(c).FechaVencimientoSecuencia, emision(c)) && notBefore(idDoc(c).FechaVencimientoSecuencia, c.hoy),
    message: (c) =>
      `La secuencia venció el ${idDoc(c).FechaVencimientoSecuencia}, antes de ${notBefore(idDoc(c).FechaVencimientoSecuencia, emision(c)) ? `hoy, ${c.hoy}` : `la fecha de emisión ${emision(c)}`}`,
  },
  {
    code: 'ECF-FECHA-02',
    tipos: ['31', '32', '33', '34', '41', '44', '45', '46'],
    at: 'Encabezado.IdDoc.FechaLimitePago',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 10, p. 8',
    holds: (c) => idDoc(c).TipoPago !== '2' || idDoc(c).FechaLimitePago !== undefined,
    message: 'Una venta a crédito (TipoPago 2) exige FechaLimitePago',
  },
  {
    code: 'ECF-FECHA-03',
    at: 'Encabezado.IdDoc.FechaLimitePago',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 10, p. 8',
    holds: (c) => notBefore(idDoc(c).FechaLimitePago, emision(c)),
    message: (c) => `La fecha límite de pago ${idDoc(c).FechaLimitePago} es anterior a la de emisión ${emision(c)}`,
  },
  {
    code: 'ECF-FECHA-04',
    at: 'Encabezado.IdDoc.FechaHasta',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 17 y 18, p. 9',
    holds: (c) => notBefore(idDoc(c).FechaHasta, idDoc(c).FechaDesde),
    message: (c) =>
      `El período facturado termina el ${idDoc(c).FechaHasta}, antes de empezar el ${idDoc(c).FechaDesde}`,
  },
  {
    code: 'ECF-FECHA-05',
    at: 'FechaHoraFirma',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección G, p. 58',
    holds: ({ ecf, now }) => now === undefined || (parseFechaHora(ecf.FechaHoraFirma ?? '') ?? 0) <= now,
    message: ({ ecf, now }) =>
      `La firma está fechada ${ecf.FechaHoraFirma}, en el futuro: en Santo Domingo son las ${formatFechaHora(now ?? 0)}`,
  },
  {
    code: 'ECF-FECHA-06',
    at: 'Encabezado.Emisor.FechaEmision',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 37, p. 12; Informe Técnico §8, p. 14 (se envía al momento de la emisión)',
    holds: (c) => notBefore(c.hoy, emision(c)),
    message: (c) => `La fecha de emisión ${emision(c)} está en el futuro: en Santo Domingo hoy es ${c.hoy}`,
  },
  {
    code: 'ECF-FECHA-07',
    at: 'Encabezado.Emisor.FechaEmision',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campo 37 b, p. 12 (validar fecha de inicio como facturador electrónico)',
    holds: (c) => notBefore(emision(c), emisorDesde(c)),
    message: (c) =>
      `La fecha de emisión ${emision(c)} es anterior al ${emisorDesde(c)}, día en que la empresa indicó que empezó como emisor electrónico`,
  },
  {
    code: 'ECF-DIFERIDO-01',
    tipos: ['31', '32', '33', '34', '44', '45', '46'],
    at: 'Encabezado.IdDoc.IndicadorEnvioDiferido',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 6 b, p. 7 (valida que el contribuyente esté autorizado)',
    holds: (c) =>
      c.emisor === undefined || idDoc(c).IndicadorEnvioDiferido === undefined || c.emisor.envioDiferido === true,
    message:
      'El envío diferido es solo de contribuyentes que la DGII autorizó: quite IndicadorEnvioDiferido o, si la empresa está autorizada, indíquelo en sus datos',
  },
  {
    code: 'ECF-PAGO-01',
    tipos: ['31', '33', '34', '41', '43', '44', '45', '46', '47'],
    at: 'Encabezado.IdDoc.TablaFormasPago',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 12, p. 8',
    holds: (c) => formasDePago(c).every(({ FormaPago }) => FormaPago !== '5'),
    message: 'La forma de pago 5 (bonos o certificados de regalo) solo se admite en el tipo 32',
  },
  {
    code: 'ECF-PAGO-02',
    at: 'Encabezado.IdDoc.TablaFormasPago',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campo 13, p. 9',
    holds: (c) => compare(pagado(c), add(porCobrar(c), totalTolerance(c.ledger.lines.length))) <= 0,
    message: (c) => `Los pagos suman ${formatMonto(pagado(c))}, más que los ${formatMonto(porCobrar(c))} por cobrar`,
  },
  {
    code: 'ECF-CERO-01',
    tipos: ['31', '32', '41', '43', '44', '45', '46', '47'],
    at: 'Encabezado.Totales.MontoTotal',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campos 9 y 110, p. 8 y 25 (una entrega gratuita lleva TipoPago 3)',
    holds: (c) => {
      const { MontoTotal, MontoNoFacturable } = totales(c);
      const isFree = idDoc(c).TipoPago === '3' || !isZero(amount(MontoNoFacturable));
      return MontoTotal === undefined || isFree || !isZero(amount(MontoTotal));
    },
    message: 'La factura es de 0.00: revise precios y cantidades; si es gratuita, TipoPago es 3',
  },
  {
    code: 'ECF-COMPRADOR-01',
    tipos: ['32'],
    at: 'Encabezado.Comprador.RNCComprador',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 38 y 39, p. 12-13',
    holds: (c) =>
      !esAltoMonto(totales(c).MontoTotal) ||
      comprador(c).RNCComprador !== undefined ||
      comprador(c).IdentificadorExtranjero !== undefined,
    message: (c) =>
      `Una factura de consumo de RD$${formatMonto(amount(totales(c).MontoTotal))}, que llega a RD$250,000.00, exige RNCComprador o IdentificadorExtranjero`,
  },
  {
    code: 'ECF-COMPRADOR-02',
    tipos: ['32'],
    at: 'Encabezado.Comprador.RazonSocialComprador',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 40, p. 13',
    holds: (c) => !esAltoMonto(totales(c).MontoTotal) || comprador(c).RazonSocialComprador !== undefined,
    message: (c) =>
      `Una factura de consumo de RD$${formatMonto(amount(totales(c).MontoTotal))}, que llega a RD$250,000.00, exige el nombre del comprador`,
  },
  {
    code: 'ECF-COMPRADOR-03',
    at: 'Encabezado.Comprador.IdentificadorExtranjero',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 39 b y nota 7, p. 13',
    holds: (c) => comprador(c).RNCComprador === undefined || comprador(c).IdentificadorExtranjero === undefined,
    message: 'El comprador lleva RNCComprador o IdentificadorExtranjero, no los dos',
  },
  {
    code: 'ECF-COMPRADOR-04',
    tipos: ['44'],
    at: 'Encabezado.Comprador.RNCComprador',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, notas 5 y 8, p. 12-13',
    holds: (c) => comprador(c).RNCComprador !== undefined || comprador(c).IdentificadorExtranjero !== undefined,
    message: 'El tipo 44 exige RNCComprador o, si el comprador es extranjero, IdentificadorExtranjero',
  },
  {
    code: 'ECF-MONTOGRAVADO-01',
    tipos: ['31', '32', '33', '34', '41', '45'],
    at: 'Encabezado.IdDoc.IndicadorMontoGravado',
    severity: 'condicional',
    source: 'Formato e-CF v1.0, campo 7, p. 7',
    holds: ({ ecf, ledger }) =>
      ecf.Encabezado?.IdDoc?.IndicadorMontoGravado !== undefined ||
      (ledger.sumas[1] === undefined && ledger.sumas[2] === undefined),
    message:
      'Hay ítems gravados con ITBIS: falta IndicadorMontoGravado (0 si el precio no lo incluye, 1 si lo incluye)',
  },
  {
    code: 'ECF-EXPORTACION-01',
    tipos: ['46'],
    at: 'Encabezado.InformacionesAdicionales.TotalCif',
    severity: 'condicional',
    arithmetic: true,
    source: 'Formato e-CF v1.0, campo 66, p. 16',
    holds: (c) => {
      const TotalCif = c.ecf.Encabezado?.InformacionesAdicionales?.TotalCif;
      return TotalCif === undefined || within(amount(TotalCif), cif(c), lineTolerance);
    },
    message: (c) =>
      `TotalCif dice ${formatMonto(amount(c.ecf.Encabezado?.InformacionesAdicionales?.TotalCif))}, pero TotalFob + Seguro + Flete + OtrosGastos da ${formatMonto(cif(c))}`,
  },
  {
    code: 'ECF-MONEDA-12',
    at: 'Encabezado.OtraMoneda',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 120 y 121, p. 28',
    holds: ({ ecf: { Encabezado } }) =>
      Encabezado?.OtraMoneda === undefined ||
      (Encabezado.OtraMoneda.TipoMoneda !== undefined && Encabezado.OtraMoneda.TipoCambio !== undefined),
    message: 'Una factura en otra moneda exige TipoMoneda y TipoCambio',
  },
  {
    code: 'ECF-MONEDA-14',
    // A rejection although the DGII accepts any rate above 0: a signed document cannot be changed, and a wrong rate
    // falsifies every amount in pesos (docs/design/reports.md#what-comes-in). A credit note copies the rate of the
    // document that it annuls.
    tipos: ['31', '32', '33', '41', '43', '44', '45', '46', '47'],
    at: 'Encabezado.OtraMoneda.TipoCambio',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 120 y 121, p. 28: la tasa lleva la otra moneda a pesos',
    holds: (c) => wrongRate(c) === undefined,
    message: (c) => {
      const { TipoMoneda, TipoCambio } = c.ecf.Encabezado?.OtraMoneda ?? {};
      return `${TipoMoneda} con TipoCambio ${TipoCambio}: ${wrongRate(c)}. Escriba los pesos que vale una unidad`;
    },
  },
];

/** Rules of the document as a whole: number, dates, payment, buyer. */
export const encabezado = ruleSet<Checked, Checked>(
  (c) => [c],
  () => '',
  rules,
);
