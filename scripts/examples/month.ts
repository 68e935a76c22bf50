// The reports of a month: from the e-CF of the examples, receipts on paper, voided numbers and the answers of a person.
import type { reportes } from '@timbre/contract';
import { buildANECF, writeDocument } from '@timbre/ecf';
import * as reports from '@timbre/reports';
import {
  decimal,
  formatENCF,
  formatFecha,
  formatISODate,
  formatMonto,
  lastDay,
  type Periodo,
  type Sentido,
  sentidoDe,
} from '@timbre/values';
import { signCanonical } from '@timbre/xml/node';
import { readPaper } from '../../apps/server/src/domain/reports/paper-receipt.ts';
import { casillaView } from '../../apps/server/src/features/reportes/it1/view.ts';
import { company, type Files, moment, now, readJson, signer, treeOf } from './company.ts';

const { rnc } = company;
const periodo = '202610' as Periodo;

/** A receipt, and the answers that came with it: texts by the key of the field. */
interface Answered {
  readonly receipt: reports.Receipt;
  readonly respuestas: reports.Texts;
}

const electronic = (xml: string): Answered => ({ receipt: reports.receiptFromECF(treeOf(xml))!, respuestas: {} });

/** The receipts on paper of a report. @throws Rejected for one that the server would not load */
const paperOf = (report: '606' | '607'): Answered[] =>
  readJson(`mes/papel-${report}.json`).datos.map((record: reportes.RegistroCargado) =>
    readPaper(record, { sentido: report === '606' ? 'compra' : 'venta', rnc, hoy: lastDay(periodo) }),
  );

/** By day and number, as the server writes them. */
const placeOf = ({ receipt: { fecha, ncf } }: Answered): string => formatISODate(fecha) + ncf;
const inOrder = (receipts: Answered[]) => receipts.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));

/** Returns a reader of the answers of a report: those that came with a receipt, and those of a person. */
function answersIn<Report extends '606' | '607' | '609'>(report: Report) {
  const cambios: { id: string; respuestas: reports.Texts }[] = readJson(`mes/respuestas-${report}.json`).cambios;
  return ({ receipt, respuestas }: Answered) => {
    const id = `${receipt.emisor.id}|${receipt.ncf}|compra`;
    return reports.rowFromTexts(report, { ...respuestas, ...cambios.find((each) => each.id === id)?.respuestas });
  };
}

/**
 * @param issued signed e-CF of the company
 * @param received signed e-CF of its suppliers that it did not reject
 * @returns the four TXT, the summary of consumers, the boxes of the IT-1, and the annulment of numbers
 */
export async function monthFiles(issued: readonly string[], received: readonly string[]): Promise<Files> {
  const own = issued.map(electronic);
  const ofSide = (side: Sentido) =>
    own.filter(({ receipt: { ncf, referencia } }) => sentidoDe(ncf, referencia?.ncf) === side);
  const bought = inOrder([...ofSide('compra'), ...received.map(electronic), ...paperOf('606')]);
  const sold = inOrder([...ofSide('venta'), ...paperOf('607')]);
  const [answers606, answers607, answers609] = [answersIn('606'), answersIn('607'), answersIn('609')];
  const purchases = bought.flatMap((one) => reports.derivePurchase(one.receipt, { rnc }, answers606(one)));
  const sales = sold.flatMap((one) => reports.deriveSale(one.receipt, { rnc }, answers607(one)) ?? []);
  const abroad = bought.flatMap((one) => reports.derivePaymentAbroad(one.receipt, answers609(one)) ?? []);
  const { desde, hasta, codigo608 } = readJson('mes/anulacion-31.json');
  const range = { desde: formatENCF('31', desde), hasta: formatENCF('31', hasta), fecha: formatFecha(now) };
  const rows607 = completeRows('607', sales);
  const anecf = buildANECF(rnc, [{ tipo: '31', desde, hasta }], moment);
  return new Map([
    txtOf('606', completeRows('606', purchases)),
    txtOf('607', [...reports.detailOf607(rows607)]),
    txtOf('608', completeRows('608', [...reports.deriveVoided(range, codigo608)])),
    txtOf('609', completeRows('609', abroad)),
    ['mes/out/resumen-consumo.txt', consumersOf(rows607)],
    ['mes/out/IT-1.txt', it1Of(purchases, sales)],
    ['mes/out/anulacion-31.xml', (await signCanonical(writeDocument('ANECF', anecf), signer)).xml],
  ]);
}

/** The rows of a report. @throws Error that names what is pending or wrong */
function completeRows<Code extends reports.FormatCode>(
  code: Code,
  derived: readonly { readonly row: reports.Drafts[Code]; readonly pending: readonly string[] }[],
): reports.Rows[Code][] {
  const rows = derived.map(({ row }) => row);
  const pending = derived.filter((one) => one.pending.length > 0 || !reports.isComplete(code, one.row));
  const problems = [...reports.check(code, rows, { declarante: rnc, periodo })];
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (pending.length + errors.length > 0) throw new Error(`${code}: ${JSON.stringify({ pending, errors }, null, 2)}`);
  return rows as unknown as reports.Rows[Code][];
}

/** Path and text of the official TXT. */
function txtOf<Code extends reports.FormatCode>(code: Code, rows: readonly reports.Rows[Code][]): [string, string] {
  const pieces = reports.writeTxt(code, { rnc, periodo, cantidad: rows.length }, rows);
  return [`mes/out/${reports.txtFileName(code, rnc, periodo)}`, [...pieces].join('')];
}

function consumersOf(rows: readonly reports.Row607[]): string {
  const { B02, E32 } = reports.consumerSummary(rows);
  const line = (name: string, ...cells: string[]) =>
    `${name.padEnd(30)}${cells.map((cell) => cell.padStart(12)).join('')}\n`;
  return [
    line('', 'B02', 'E32'),
    line('cantidad', String(B02.cantidad), String(E32.cantidad)),
    ...reports.consumerFields.map((key) => line(key, formatMonto(B02[key]), formatMonto(E32[key]))),
  ].join('');
}

function it1Of(purchases: readonly reports.Purchase[], sales: readonly reports.Sale[]): string {
  const facts = reports.noFacts();
  for (const purchase of purchases) reports.addPurchase(facts, purchase);
  for (const sale of sales) reports.addSale(facts, sale);
  const casillas: Readonly<Record<string, string>> = readJson('mes/it1.json').casillas;
  const byHand = Object.fromEntries(Object.entries(casillas).map(([id, text]) => [id, decimal(text)]));
  const form = reports.fillIT1(facts, byHand);
  const lines = [...form.anexoA, ...form.it1].map(casillaView).map(({ id, valor, marca, filas, nombre, formula }) => {
    const from = formula === null ? '' : `  (${formula})`;
    return `${id.padEnd(6)}${valor.padStart(12)}  ${marca.padEnd(10)}${String(filas).padStart(4)}  ${nombre}${from}\n`;
  });
  const findings = [...reports.preAudit(form, {})];
  return [...lines, ...findings.map(({ code, box, message }) => `${code}, casilla ${box}: ${message}\n`)].join('');
}
