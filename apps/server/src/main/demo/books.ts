import type { reportes } from '@timbre/contract';
import type { Periodo } from '@timbre/values';
import { daysOf } from '../../domain/reports/scope.ts';
import type { Context, SimulatedDocument } from '../../features/context.ts';
import { readParte, saveCatalogo, saveMapeo } from '../../features/mapeo/service.ts';
import { begin, finish } from '../../features/quickbooks/connect.ts';
import { accountsOf, estadoDe } from '../../features/quickbooks/service.ts';
import { cuentaView, textOf } from '../../features/quickbooks/view.ts';
import { requestReport } from '../../features/reportes/generate/request.ts';
import { newestOf, scopeOf } from '../../features/reportes/service.ts';
import { newId } from '../../platform/db/id.ts';
import { by } from './act.ts';
import { linesOf } from './closings.ts';
import type { Past } from './past.ts';

/** The account of the simulated chart in which purchases are entered, and its kind in the 606: cost of sales. */
const account = '5101';
const kind = '09';
/** The consent page sends the person back to it; nothing is there. */
const back = 'http://127.0.0.1';

/**
 * Connects the shop's QuickBooks and reads its purchases of a month into the 606. They agree with the e-CF but in two:
 * one has another amount, one is missing.
 */
export async function connectBooks(past: Past, present: Context, empresaId: string, periodo: string): Promise<void> {
  const scope = await scopeOf(present, empresaId);
  const { quickbooks } = present;
  if (quickbooks.fill === undefined) return;
  if (!(await estadoDe(present, empresaId)).conectado) await consentTo(present, empresaId);
  const accounts = await accountsOf(present, empresaId);
  const purchases = accounts.find((each) => textOf(each, 'AcctNum') === account);
  const lines = (await linesOf(present, scope, periodo)).filter(({ momento }) => momento === 'compra');
  await quickbooks.fill(documentsOf(lines, textOf(purchases, 'Id')));
  if ((await readParte(present, empresaId, 'catalogo')) === undefined)
    await saveCatalogo(present, empresaId, json({ cuentas: accounts.map(cuentaView) }), by);
  if ((await readParte(present, empresaId, 'mapeo')) === undefined) {
    const mapping606 = { monto_facturado_bienes: [account] };
    await saveMapeo(present, empresaId, json({ mapeo: { mapping606, mapeoTipos606: { [account]: kind } } }), by);
  }
  const days = daysOf(periodo as Periodo);
  const saved = await newestOf(past.ctx, scope, '606');
  if (!saved.some(({ desde }) => desde === days.desde)) await requestReport(past.ctx, scope, '606', days, {}, true, by);
  await past.settle();
}

const json = (body: object): Buffer => Buffer.from(JSON.stringify(body));

/** Connects as a person does who consents on the page of the simulation. */
async function consentTo(ctx: Context, empresaId: string): Promise<void> {
  const caller = { empresaId, sesionId: newId(ctx.clock.now()) };
  const { url } = await begin(ctx, caller, back);
  const page = await ctx.quickbooks.consent?.(`${new URL(url).search}&decision=conectar`);
  const { code, state, realmId } = Object.fromEntries(new URL(page?.headers.get('location') ?? '').searchParams);
  await finish(ctx, caller, { code, state, realmId } as Record<string, string>, by);
}

/** The purchases of a month as a bookkeeper entered them: the first was forgotten, the second has a wrong amount. */
function documentsOf(lines: readonly reportes.ComprobanteDeReporte[], accountId: string): SimulatedDocument[] {
  return lines.slice(1).map((line, at) => {
    const [subtotal, itbis] = at === 0 ? withMore(line) : [Number(line.subtotal), Number(line.itbis)];
    return {
      entity: 'Bill',
      json: {
        Id: String(at + 1),
        SyncToken: '0',
        TxnDate: line.fecha,
        DocNumber: line.ncf,
        VendorRef: { value: String(9_000 + at), name: `${line.razonSocial} RNC ${line.rnc}` },
        Line: [
          {
            Id: '1',
            Amount: subtotal,
            DetailType: 'AccountBasedExpenseLineDetail',
            AccountBasedExpenseLineDetail: { AccountRef: { value: accountId, name: 'Compras' } },
          },
        ],
        TxnTaxDetail: { TotalTax: itbis },
        TotalAmt: Math.round((subtotal + itbis) * 100) / 100,
        MetaData: { CreateTime: `${line.fecha}T12:00:00-04:00`, LastUpdatedTime: `${line.fecha}T12:00:00-04:00` },
      },
    };
  });
}

/** The amounts of a purchase with 100.00 more, and with the ITBIS of that if it has any: else the tax would be no ITBIS. */
const withMore = ({ subtotal, itbis }: reportes.ComprobanteDeReporte): [subtotal: number, itbis: number] => {
  const more = Number(itbis) === 0 ? 0 : 18;
  return [Number(subtotal) + 100, Number(itbis) + more];
};
