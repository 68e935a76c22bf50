import {
  compare,
  type Decimal,
  type Fecha,
  formatMonto,
  isLateNote,
  isZero,
  parseFecha,
  type TipoECF,
} from '@timbre/values';
import { amount } from '../../arithmetic/reading.ts';
import { ruleSet } from '../rule.ts';
import type { Checked, DocumentRule } from './context.ts';
import { esAltoMonto } from './encabezado.ts';
import { notBefore } from './fechas.ts';
import { type NCFModificado, parseNCFModificado } from './ncf-modificado.ts';

const notas: readonly TipoECF[] = ['33', '34'];

const referencia = ({ ecf }: Checked) => ecf.InformacionReferencia ?? {};
const modificadoDe = (c: Checked): NCFModificado | undefined => parseNCFModificado(referencia(c).NCFModificado ?? '');
const isNota = ({ ledger }: Checked): boolean => ledger.tipo === '33' || ledger.tipo === '34';
const total = ({ ecf }: Checked): string | undefined => ecf.Encabezado?.Totales?.MontoTotal;
const emision = ({ ledger }: Checked): Fecha | undefined => ledger.fecha;

/** Whether the note must name the buyer of the document that it modifies, as far as is known. */
function namesBuyer(c: Checked): boolean {
  const tipo = modificadoDe(c)?.tipo;
  if (tipo === '31' || tipo === '41' || tipo === '45') return true;
  if (tipo !== '32') return false;
  // A credit note never exceeds the invoice that it modifies, so a high credit note means a high invoice.
  return (
    esAltoMonto(c.modificado?.Encabezado?.Totales?.MontoTotal) || (c.ledger.tipo === '34' && esAltoMonto(total(c)))
  );
}

/** Codes that each type may use. @source Formato e-CF v1.0, notas 80 y 81, p. 57 */
const codesOf = (tipo: string): readonly string[] =>
  tipo === '33' || tipo === '34' ? ['1', '2', '3', '4'] : tipo === '31' ? ['4', '5'] : ['4'];

/** 0 or 1, by the days between the two dates; undefined when either is not a date. */
function indicadorNotaCredito(c: Checked): string | undefined {
  const [desde, hasta] = [parseFecha(referencia(c).FechaNCFModificado ?? ''), emision(c)];
  if (desde === undefined || hasta === undefined) return undefined;
  return isLateNote(desde, hasta) ? '1' : '0';
}

/** The largest amount of ITBIS in the totals of a document. */
const itbisDe = ({ ecf }: Checked): Decimal => {
  const { TotalITBIS, TotalITBIS1, TotalITBIS2 } = ecf.Encabezado?.Totales ?? {};
  return [amount(TotalITBIS1), amount(TotalITBIS2)].reduce((a, b) => (compare(b, a) > 0 ? b : a), amount(TotalITBIS));
};

const rules: readonly DocumentRule[] = [
  {
    code: 'ECF-REFERENCIA-01',
    at: 'InformacionReferencia.NCFModificado',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección F, campo 1 y nota 79, p. 56',
    holds: (c) => referencia(c).NCFModificado === undefined || modificadoDe(c) !== undefined,
    message: (c) =>
      `NCFModificado «${referencia(c).NCFModificado}» no tiene la forma de un comprobante: E y 12 dígitos, B y 10, o A o P y 18`,
  },
  {
    code: 'ECF-NCFMODIFICADO-01',
    at: 'InformacionReferencia.NCFModificado',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 2, p. 6 y sección F, campo 1 y nota 79, p. 56; Norma General 06-2018',
    holds: (c) => modificadoDe(c)?.existe !== false,
    message: (c) =>
      `NCFModificado «${referencia(c).NCFModificado}» es de un tipo que no existe: no hay comprobantes ${modificadoDe(c)?.enPapel ? 'en papel' : 'electrónicos'} del tipo ${modificadoDe(c)?.codigo}`,
  },
  {
    code: 'ECF-REFERENCIA-02',
    tipos: ['31', '32', '41', '43', '44', '45', '46', '47'],
    at: 'InformacionReferencia',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección F, p. 56-57',
    holds: ({ ecf: { InformacionReferencia: r } }) =>
      r === undefined ||
      (r.NCFModificado !== undefined && r.FechaNCFModificado !== undefined && r.CodigoModificacion !== undefined),
    message: 'Una referencia exige NCFModificado, FechaNCFModificado y CodigoModificacion',
  },
  {
    code: 'ECF-REFERENCIA-03',
    tipos: notas,
    at: 'InformacionReferencia.NCFModificado',
    severity: 'rechazo',
    source: 'Informe Técnico §10, p. 17 (las notas corrigen facturas)',
    holds: (c) => {
      const { tipo, enPapel } = modificadoDe(c) ?? {};
      const replaces = enPapel === true && referencia(c).CodigoModificacion === '4';
      return replaces || (tipo !== '33' && tipo !== '34');
    },
    message: (c) =>
      `Una nota no modifica otra nota: ${referencia(c).NCFModificado} es una nota de ${modificadoDe(c)?.tipo === '33' ? 'débito' : 'crédito'}`,
  },
  {
    code: 'ECF-REFERENCIA-04',
    at: 'InformacionReferencia.CodigoModificacion',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección F, campo 4 y notas 80 y 81, p. 57',
    holds: (c) => {
      const { CodigoModificacion } = referencia(c);
      return CodigoModificacion === undefined || codesOf(c.ledger.tipo).includes(CodigoModificacion);
    },
    message: (c) =>
      `CodigoModificacion ${referencia(c).CodigoModificacion} no corresponde al tipo ${c.ledger.tipo}, que admite ${codesOf(c.ledger.tipo).join(', ')}`,
  },
  {
    code: 'ECF-REFERENCIA-05',
    at: 'InformacionReferencia.NCFModificado',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección F, campo 1 b, p. 56',
    holds: (c) => {
      const modificado = modificadoDe(c);
      if (referencia(c).CodigoModificacion !== '4' || modificado === undefined) return true;
      return modificado.enPapel && modificado.tipo === c.ledger.tipo;
    },
    message: (c) =>
      `Un reemplazo de contingencia (código 4) lleva el comprobante en papel equivalente al tipo ${c.ledger.tipo}, y ${referencia(c).NCFModificado} no lo es`,
  },
  {
    code: 'ECF-REFERENCIA-06',
    at: 'InformacionReferencia.NCFModificado',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección F, campo 4 e, p. 57',
    holds: (c) => referencia(c).CodigoModificacion !== '5' || (modificadoDe(c)?.tipo ?? '32') === '32',
    message: (c) => `El código 5 hace referencia a una factura de consumo, y ${referencia(c).NCFModificado} no lo es`,
  },
  {
    code: 'ECF-REFERENCIA-07',
    at: 'InformacionReferencia.FechaNCFModificado',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección F, campo 3 b, p. 57',
    holds: (c) => notBefore(emision(c), referencia(c).FechaNCFModificado),
    message: (c) =>
      `El comprobante modificado es del ${referencia(c).FechaNCFModificado}, posterior a la fecha de emisión ${emision(c)}`,
  },
  {
    code: 'ECF-REFERENCIA-08',
    tipos: ['34'],
    at: 'Encabezado.IdDoc.IndicadorNotaCredito',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 5, p. 7',
    holds: (c) => {
      const { IndicadorNotaCredito } = c.ecf.Encabezado?.IdDoc ?? {};
      const debe = indicadorNotaCredito(c);
      return debe === undefined || IndicadorNotaCredito === undefined || IndicadorNotaCredito === debe;
    },
    message: (c) =>
      indicadorNotaCredito(c) === '0'
        ? `IndicadorNotaCredito debe ser 0: el comprobante modificado es del ${referencia(c).FechaNCFModificado} y no han pasado 30 días`
        : `IndicadorNotaCredito debe ser 1: el comprobante modificado es del ${referencia(c).FechaNCFModificado} y han pasado más de 30 días`,
  },
  {
    code: 'ECF-NOTACREDITO-01',
    tipos: ['34'],
    at: 'Encabezado.Totales.TotalITBIS',
    severity: 'rechazo',
    source: 'Informe Técnico §10, p. 17; Formato e-CF v1.0, campo 5, p. 7; Reglamento 293-11, arts. 8 y 28',
    holds: (c) => !c.ledger.sinITBIS || isZero(itbisDe(c)),
    message: (c) =>
      `Pasados 30 días (IndicadorNotaCredito 1) una nota de crédito devuelve el precio sin el ITBIS: lleva ${formatMonto(itbisDe(c))} de ITBIS y debe llevar 0.00`,
  },
  {
    code: 'ECF-REFERENCIA-09',
    tipos: ['34'],
    at: 'Encabezado.Totales.MontoTotal',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 39 c del detalle y nota 74, p. 44',
    holds: (c) => referencia(c).CodigoModificacion !== '2' || isZero(amount(total(c))),
    message: (c) =>
      `Una nota de crédito que corrige texto (código 2) no lleva montos: MontoTotal dice ${formatMonto(amount(total(c)))}`,
  },
  {
    code: 'ECF-REFERENCIA-10',
    at: 'InformacionReferencia.RNCOtroContribuyente',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección F, campo 2, p. 56',
    holds: (c) => {
      const { RNCOtroContribuyente } = referencia(c);
      return RNCOtroContribuyente === undefined || RNCOtroContribuyente !== c.ecf.Encabezado?.Emisor?.RNCEmisor;
    },
    message:
      'RNCOtroContribuyente es para comprobantes de un contribuyente dado de baja: no puede ser el del propio emisor',
  },
  {
    code: 'ECF-REFERENCIA-11',
    tipos: notas,
    at: 'Encabezado.Comprador.RNCComprador',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 38 y 39, p. 12-13',
    holds: (c) => {
      const { RNCComprador, IdentificadorExtranjero } = c.ecf.Encabezado?.Comprador ?? {};
      if (!namesBuyer(c) || RNCComprador !== undefined) return true;
      return modificadoDe(c)?.tipo === '32' && IdentificadorExtranjero !== undefined;
    },
    message: (c) => `Una nota que modifica ${referencia(c).NCFModificado} lleva el RNC de su comprador`,
  },
  {
    code: 'ECF-REFERENCIA-12',
    tipos: notas,
    at: 'Encabezado.Comprador.RazonSocialComprador',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 40 b, p. 13',
    holds: (c) => !namesBuyer(c) || c.ecf.Encabezado?.Comprador?.RazonSocialComprador !== undefined,
    message: (c) => `Una nota que modifica ${referencia(c).NCFModificado} lleva el nombre de su comprador`,
  },
  {
    code: 'ECF-REFERENCIA-13',
    tipos: ['34'],
    at: 'Encabezado.Totales.MontoTotal',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 110 d y nota 30, p. 25',
    holds: (c) =>
      c.modificado === undefined ||
      compare(amount(total(c)), amount(c.modificado.Encabezado?.Totales?.MontoTotal)) <= 0,
    message: (c) =>
      `La nota de crédito es de ${formatMonto(amount(total(c)))}, más que los ${formatMonto(amount(c.modificado?.Encabezado?.Totales?.MontoTotal))} del comprobante que modifica`,
  },
  {
    code: 'ECF-REFERENCIA-14',
    at: 'InformacionReferencia.FechaNCFModificado',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección F, campo 3 b, p. 57',
    holds: (c) => {
      const fecha = c.modificado?.Encabezado?.Emisor?.FechaEmision;
      return fecha === undefined || !isNota(c) || referencia(c).FechaNCFModificado === fecha;
    },
    message: (c) =>
      `${referencia(c).NCFModificado} es del ${c.modificado?.Encabezado?.Emisor?.FechaEmision}, pero FechaNCFModificado dice ${referencia(c).FechaNCFModificado}`,
  },
  {
    code: 'ECF-REFERENCIA-15',
    tipos: notas,
    at: 'Encabezado.Comprador.RNCComprador',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, actualización del 19-11-2021, p. 1; campo 38, p. 12',
    holds: (c) => {
      const suyo = c.modificado?.Encabezado?.Comprador?.RNCComprador;
      const RNCComprador = c.ecf.Encabezado?.Comprador?.RNCComprador;
      return suyo === undefined || RNCComprador === undefined || RNCComprador === suyo;
    },
    message: (c) =>
      `El comprador de ${referencia(c).NCFModificado} es ${c.modificado?.Encabezado?.Comprador?.RNCComprador}, no ${c.ecf.Encabezado?.Comprador?.RNCComprador}`,
  },
];

/** Rules of a document's reference to another; that notes must have one is checked by the structure. */
export const referencias = ruleSet<Checked, Checked>(
  (c) => (c.ecf.InformacionReferencia === undefined ? [] : [c]),
  () => '',
  rules,
);
