import { add, compare, type Decimal, formatMonto, isZero, parseENCF, sum } from '@timbre/values';
import { amount } from '../../arithmetic/reading.ts';
import { umbralResumen } from '../../rfce.ts';
import { lineTolerance, ruleSet, totalTolerance, within } from '../rule.ts';
import type { Checked, DocumentRule } from './context.ts';

const idDoc = ({ ecf }: Checked) => ecf.Encabezado?.IdDoc ?? {};
const totales = ({ ecf }: Checked) => ecf.Encabezado?.Totales ?? {};
const comprador = ({ ecf }: Checked) => ecf.Encabezado?.Comprador ?? {};

/** Whether a consumer invoice must name its buyer and is sent whole. @source Formato e-CF v1.0, campo 38, p. 12 */
export const esAltoMonto = (MontoTotal: string | undefined): boolean => compare(amount(MontoTotal), umbralResumen) >= 0;

const formasDePago = (c: Checked) => idDoc(c).TablaFormasPago?.FormaDePago ?? [];
const pagado = (c: Checked): Decimal => sum(formasDePago(c).map(({ MontoPago }) => amount(MontoPago)));

/** The fields about the account of a payment that a document states. */
const datosDeCuenta = (c: Checked): readonly string[] =>
  (['TipoCuentaPago', 'NumeroCuentaPago', 'BancoPago'] as const).filter((campo) => idDoc(c)[campo] !== undefined);

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
    code: 'ECF-DIFERIDO-01',
    tipos: ['31', '32', '33', '34', '44', '45', '46'],
    at: 'Encabezado.IdDoc.IndicadorEnvioDiferido',
    severity: 'rechazo',
    ofFacts: true,
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
    code: 'ECF-PAGO-03',
    tipos: ['31'],
    at: 'Encabezado.IdDoc.TipoPago',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campo 9, p. 8 (una entrega gratuita no es válida para crédito fiscal)',
    holds: (c) => idDoc(c).TipoPago !== '3' || isZero(amount(totales(c).TotalITBIS)),
    message: (c) =>
      `La entrega es gratuita (TipoPago 3) y lleva ${formatMonto(amount(totales(c).TotalITBIS))} de ITBIS: quien la recibe no puede usarlo como crédito fiscal`,
  },
  {
    code: 'ECF-PAGO-04',
    tipos: ['31', '32', '33', '41', '44', '45', '46', '47'],
    at: 'Encabezado.IdDoc.TablaFormasPago',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campos 14 a 16 y nota 3, p. 9 (la cuenta es la de la transferencia o del cheque)',
    holds: (c) =>
      datosDeCuenta(c).length === 0 ||
      formasDePago(c).length === 0 ||
      formasDePago(c).some(({ FormaPago }) => FormaPago === '2'),
    message: (c) =>
      `${datosDeCuenta(c).join(', ')}: la cuenta es de un pago por cheque, transferencia o depósito (FormaPago 2), y ninguna forma de pago lo es`,
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
    code: 'ECF-COMPRADOR-05',
    at: 'Encabezado.Comprador.RNCComprador',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campos 20 y 38, p. 10 y 12: emisor y comprador son las dos partes de la operación',
    holds: (c) => {
      const { RNCComprador } = comprador(c);
      return RNCComprador === undefined || RNCComprador !== c.ecf.Encabezado?.Emisor?.RNCEmisor;
    },
    message: (c) => `El comprador ${comprador(c).RNCComprador} es el propio emisor: revise el RNC del comprador`,
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
    code: 'ECF-PESO-01',
    tipos: ['31', '32', '33', '34', '44', '45', '46'],
    at: 'Encabezado.InformacionesAdicionales.PesoNeto',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campos 70 a 73, p. 16: el peso neto es parte del bruto',
    holds: ({ ecf }) => {
      const { PesoBruto, PesoNeto, UnidadPesoBruto, UnidadPesoNeto } = ecf.Encabezado?.InformacionesAdicionales ?? {};
      if (PesoBruto === undefined || PesoNeto === undefined || UnidadPesoBruto !== UnidadPesoNeto) return true;
      return compare(amount(PesoNeto), amount(PesoBruto)) <= 0;
    },
    message: ({ ecf }) =>
      `PesoNeto dice ${ecf.Encabezado?.InformacionesAdicionales?.PesoNeto}, más que PesoBruto, ${ecf.Encabezado?.InformacionesAdicionales?.PesoBruto}`,
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
];

/** Rules of the document as a whole: number, payment, buyer. */
export const encabezado = ruleSet<Checked, Checked>(
  (c) => [c],
  () => '',
  rules,
);
