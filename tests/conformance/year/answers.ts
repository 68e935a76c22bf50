import { reportes } from '@timbre/contract';
import type { Company } from '../month/company.ts';
import {
  figuresOf,
  isAbroad,
  isConsumer,
  isElectronic,
  isKind,
  isOwnPurchase,
  money,
  monthOf,
  type Paper,
  type Purchase,
  papers,
  type Sale,
} from './event.ts';
import { saleRecord } from './paper.ts';
import { isPaidLater } from './reckon-606.ts';

// The answers of the accountant at the end of a month: facts that neither a receipt nor a record has.

type Answers = Readonly<Record<string, string>>;
const isOnPaper = (one: Purchase | Sale) => papers.includes(one.door as Paper);

/** The withholding at a payment. An own e-CF states its own. */
function withheldAt(one: Purchase): Answers {
  const { services, itbis } = figuresOf(one);
  if (one.modifies !== undefined || isKind(one.ncf, '13', '43')) return {};
  const isr = one.withheld.isr > 0 && { tipo_retencion_isr: one.withheld.kind };
  if (isOwnPurchase(one.ncf)) return { ...isr };
  const mayWithhold = services > 0 && !isAbroad(one.ncf);
  return {
    ...(mayWithhold && itbis > 0 && { itbis_retenido: money(one.withheld.itbis) }),
    ...(mayWithhold && one.party.id.length === 11 && { retencion_renta: money(one.withheld.isr) }),
    ...isr,
  };
}

/** Answers at the end of the month of a purchase. */
function answersOf(one: Purchase): Answers {
  if (isOnPaper(one) && one.door !== 'pegado') return {};
  const { itbis } = figuresOf(one);
  const isPaid = one.paid !== undefined && !isPaidLater(one);
  // The e-CF of a supplier says how it was paid, and so do the books.
  const says = one.door === 'receptor' || (one.door === 'quickbooks' && one.modifies === undefined);
  return {
    ...(one.door !== 'quickbooks' && { tipo_bienes_servicios: one.kind }),
    ...(itbis > 0 &&
      !isConsumer(one.ncf) &&
      !isAbroad(one.ncf) && { itbis_costo: money(one.cost), itbis_proporcionalidad: money(one.share) }),
    ...(isPaid && !says && { fecha_pago: one.paid!, forma_pago: one.form }),
    ...(!isPaid && one.door === 'pegado' && { forma_pago: '04' }),
    ...(isPaid && withheldAt(one)),
  };
}

/** Rows of a month. */
async function rowsOf({ call }: Company, tipo: '606' | '607', periodo: string) {
  const query = { periodo, cuantos: 1_000 };
  return (await call(reportes.listarComprobantes, { params: { tipo }, query } as never)).body.comprobantes;
}

const respond = async (
  { call }: Company,
  tipo: '606' | '607' | '609',
  cambios: { id: string; respuestas: Answers }[],
) => {
  const asked = cambios.filter(({ respuestas }) => Object.keys(respuestas).length > 0);
  if (asked.length > 0) await call(reportes.responderComprobantes, { params: { tipo }, body: { cambios: asked } });
};

/** Answers for the purchases of a month, and for the payments in it of earlier ones. */
export async function answerPurchases(company: Company, month: string, all: readonly Purchase[]): Promise<void> {
  const valid = all.filter(({ fate }) => fate === undefined);
  const ids = new Map<string, Map<string, string>>();
  const idOf = async (one: Purchase) => {
    const at = monthOf(one.day);
    if (!ids.has(at)) {
      const rows = await rowsOf(company, '606', at);
      const named = rows.filter(({ momento }) => momento === 'compra');
      ids.set(at, new Map(named.map(({ id, ncf, fila }) => [`${ncf} ${fila.rnc_cedula}`, id])));
    }
    const found = [...ids.get(at)!].find(
      ([key]) => key.startsWith(one.ncf) && (ownId(one) || key.endsWith(` ${one.party.id}`)),
    );
    if (found === undefined) throw new Error(`${one.ncf} of ${one.party.id} has no row in ${at}`);
    return found[1];
  };
  const cambios: { id: string; respuestas: Answers }[] = [];
  for (const one of valid.filter(({ day }) => monthOf(day) === month))
    cambios.push({ id: await idOf(one), respuestas: answersOf(one) });
  await respond(company, '606', cambios);
  const paid: typeof cambios = [];
  for (const one of valid.filter((each) => isPaidLater(each) && monthOf(each.paid!) === month))
    paid.push({ id: await idOf(one), respuestas: { fecha_pago: one.paid!, forma_pago: one.form, ...withheldAt(one) } });
  await respond(company, '606', paid);
  const abroad: typeof cambios = [];
  for (const one of valid.filter((each) => each.abroad !== undefined && monthOf(each.day) === month))
    abroad.push({ id: await idOf(one), respuestas: abroadOf(one) });
  await respond(company, '609', abroad);
}

const ownId = ({ ncf }: Purchase) => isKind(ncf, '13', '43', '17', '47');

function abroadOf({ abroad, paid, ncf }: Purchase): Answers {
  const { idKind, country, detail, related } = abroad!;
  return {
    tipo_id_tributaria: idKind,
    pais: country,
    detalle_servicio: detail,
    parte_relacionada: related,
    ...(isElectronic(ncf) && paid !== undefined && { fecha_retencion_isr: paid }),
  };
}

/** Answers for sales: what customers withheld, and what a pasted row could not say. */
export async function answerSales(company: Company, month: string, all: readonly Sale[]): Promise<void> {
  const rows = await rowsOf(company, '607', month);
  const cambios = all
    .filter((one) => monthOf(one.day) === month && !one.rejected && (!isOnPaper(one) || one.door === 'pegado'))
    .map((one) => {
      const row = rows.find(({ ncf }) => ncf === one.ncf);
      if (row === undefined) throw new Error(`${one.ncf} has no row`);
      return { id: row.id, respuestas: saleAnswers(one) };
    });
  await respond(company, '607', cambios);
}

const snake: Readonly<Record<string, string>> = {
  efectivo: 'efectivo',
  chequeTransferenciaDeposito: 'cheque_transferencia_deposito',
  tarjeta: 'tarjeta',
  ventaCredito: 'venta_credito',
  bonos: 'bonos',
  permuta: 'permuta',
  otrasFormas: 'otras_formas',
  tipoIngreso: 'tipo_ingreso',
};

function saleAnswers(one: Sale): Answers {
  const { withheld } = one;
  const record = saleRecord(one);
  const pasted = Object.entries(snake).flatMap(([name, key]) =>
    record[name] === undefined ? [] : [[key, record[name]]],
  );
  return {
    ...(withheld && { itbis_retenido_terceros: money(withheld.itbis), fecha_retencion: withheld.day }),
    ...(withheld && withheld.isr > 0 && { retencion_renta_terceros: money(withheld.isr) }),
    ...(one.door === 'pegado' && Object.fromEntries(pasted)),
  };
}
