import {
  compareFecha,
  type Fecha,
  formatFecha,
  formatFechaHora,
  parseFecha,
  parseFechaHora,
  parseISODate,
} from '@timbre/values';
import { ruleSet } from '../rule.ts';
import type { Checked, DocumentRule } from './context.ts';

const idDoc = ({ ecf }: Checked) => ecf.Encabezado?.IdDoc ?? {};

/** Whether one day is not before another; true when either is missing or not a date (the structure check reports that). */
export function notBefore(later: string | undefined, earlier: string | undefined): boolean {
  const [a, b] = [parseFecha(later ?? ''), parseFecha(earlier ?? '')];
  return a === undefined || b === undefined || compareFecha(a, b) >= 0;
}

const emision = ({ ledger }: Checked): Fecha | undefined => ledger.fecha;

/** The day on which the issuer became an electronic one, where it states it. */
const emisorDesde = ({ emisor }: Checked): Fecha | undefined => parseISODate(emisor?.emisorDesde ?? '');

/** The day of the norm that regulated e-CF for the first time. @source Ley 32-23, considerando sexto */
const primeraNorma = '09-01-2020' as Fecha;

/** The day of the signature; undefined where there is none. */
function firma({ ecf }: Checked): Fecha | undefined {
  const at = parseFechaHora(ecf.FechaHoraFirma ?? '');
  return at === undefined ? undefined : formatFecha(at);
}

const rules: readonly DocumentRule[] = [
  {
    code: 'ECF-FECHA-01',
    at: 'Encabezado.IdDoc.FechaVencimientoSecuencia',
    severity: 'rechazo',
    ofFacts: true,
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
    ofFacts: true,
    source: 'Formato e-CF v1.0, sección G, p. 58',
    holds: ({ ecf, now }) => now === undefined || (parseFechaHora(ecf.FechaHoraFirma ?? '') ?? 0) <= now,
    message: ({ ecf, now }) =>
      `La firma está fechada ${ecf.FechaHoraFirma}, en el futuro: en Santo Domingo son las ${formatFechaHora(now ?? 0)}`,
  },
  {
    code: 'ECF-FECHA-06',
    at: 'Encabezado.Emisor.FechaEmision',
    severity: 'rechazo',
    ofFacts: true,
    source: 'Formato e-CF v1.0, campo 37, p. 12; Informe Técnico §8, p. 14 (se envía al momento de la emisión)',
    holds: (c) => notBefore(c.hoy, emision(c)),
    message: (c) => `La fecha de emisión ${emision(c)} está en el futuro: en Santo Domingo hoy es ${c.hoy}`,
  },
  {
    code: 'ECF-FECHA-07',
    at: 'Encabezado.Emisor.FechaEmision',
    severity: 'aviso',
    ofFacts: true,
    source: 'Formato e-CF v1.0, campo 37 b, p. 12 (validar fecha de inicio como facturador electrónico)',
    holds: (c) => notBefore(emision(c), emisorDesde(c)),
    message: (c) =>
      `La fecha de emisión ${emision(c)} es anterior al ${emisorDesde(c)}, día en que la empresa indicó que empezó como emisor electrónico`,
  },
  {
    code: 'ECF-FECHA-08',
    at: 'Encabezado.IdDoc.FechaLimitePago',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 10, p. 8 (solo para facturas a crédito)',
    holds: (c) => {
      const { FechaLimitePago, TipoPago } = idDoc(c);
      return FechaLimitePago === undefined || TipoPago === undefined || TipoPago === '2';
    },
    message: (c) =>
      `FechaLimitePago es solo de ventas a crédito, y TipoPago dice ${idDoc(c).TipoPago}: quite la fecha o ponga TipoPago 2`,
  },
  {
    code: 'ECF-FECHA-09',
    at: 'FechaHoraFirma',
    severity: 'aviso',
    source: 'Informe Técnico §8, p. 14 (se envía, ya firmado, al momento de la emisión)',
    holds: (c) => notBefore(firma(c), emision(c)),
    message: (c) => `Se firmó el ${firma(c)}, antes de la fecha de emisión ${emision(c)}`,
  },
  {
    code: 'ECF-FECHA-10',
    // A document of the official set is of 2018: such documents are judged without the data of their issuer.
    at: 'Encabezado.Emisor.FechaEmision',
    severity: 'aviso',
    ofFacts: true,
    source: 'Ley 32-23, considerando sexto: la Norma 01-2020, del 9 de enero de 2020, reguló los e-CF por primera vez',
    holds: (c) => c.emisor === undefined || emisorDesde(c) !== undefined || notBefore(emision(c), primeraNorma),
    message: (c) =>
      `La fecha de emisión ${emision(c)} es anterior al ${primeraNorma}, cuando los e-CF no estaban regulados: revise el año`,
  },
  {
    code: 'ECF-FECHA-11',
    tipos: ['31', '32', '33', '34', '44', '45', '46', '47'],
    at: 'Encabezado.IdDoc',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campos 17 y 18, p. 9: un período tiene dos fechas',
    holds: (c) => (idDoc(c).FechaDesde === undefined) === (idDoc(c).FechaHasta === undefined),
    message: (c) =>
      idDoc(c).FechaHasta === undefined
        ? `FechaDesde dice ${idDoc(c).FechaDesde}, y falta FechaHasta: hasta qué día se factura`
        : `FechaHasta dice ${idDoc(c).FechaHasta}, y falta FechaDesde: desde qué día se factura`,
  },
];

/** Rules of the dates of a document. */
export const fechas = ruleSet<Checked, Checked>(
  (c) => [c],
  () => '',
  rules,
);
