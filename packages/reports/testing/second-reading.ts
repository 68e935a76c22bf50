// A second implementation of the reports, to check the first: lines of the files and boxes of the IT-1, directly from
// the receipts, in whole cents. It shares only types with the package, and is written for clarity alone.
import type { Decimal } from '@timbre/values';
import type { Receipt } from '../src/derive/input.ts';
import type { CompanyYear, InventedPurchase } from './company-year.ts';
import { blank, cents, figures, isOne, money, month, quotient, ymd } from './second-figures.ts';
import { sale } from './second-sale.ts';

/** The lines of each file by period, without headers. */
export interface SecondReading {
  readonly '606': ReadonlyMap<string, string[]>;
  readonly '607': ReadonlyMap<string, string[]>;
  readonly '608': ReadonlyMap<string, string[]>;
  readonly '609': ReadonlyMap<string, string[]>;
}

/** Fields 8 and 9 in cents; undefined if no line has data. */
function split(r: Receipt, base: bigint): { services: bigint; goods: bigint } | undefined {
  const billed = r.lineas.filter((line) => line.facturacion !== '0');
  const raw = (kind: string) => billed.filter((l) => l.bienServicio === kind).reduce((a, l) => a + cents(l.monto), 0n);
  const [goods, services] = [raw('1'), raw('2')];
  if (goods + services === 0n) return base === 0n ? { services: 0n, goods: 0n } : undefined;
  if (goods === 0n) return { services: base, goods: 0n };
  if (services === 0n) return { services: 0n, goods: base };
  const { gravado18, gravado16, gravado0, exento } = r.totales;
  const stated = [gravado18, gravado16, gravado0, exento].reduce((a, part) => a + cents(part), 0n);
  if (stated !== goods + services) {
    const share = quotient(base * services, goods + services);
    return { services: share, goods: base - share };
  }
  const converted = billed.filter((l) => l.bienServicio === '2').reduce((a, l) => a + BigInt(l.monto.units), 0n);
  const inPesos = cents({ units: converted, scale: 2 }, r.tasa);
  return { services: inPesos > base ? base : inPesos, goods: inPesos > base ? 0n : base - inPesos };
}

/** A row of the 606 as input of the IT-1, with its line. */
export interface SecondPurchase {
  readonly period: string;
  readonly again: boolean;
  readonly line: string;
  readonly ncf: string;
  readonly id: string;
  readonly kind: string;
  readonly services: bigint;
  readonly total: bigint;
  readonly itbis: bigint;
  readonly withheld: bigint;
  readonly share: bigint;
  readonly cost: bigint;
  readonly credit: bigint;
}

/** The rows of the 606 of one purchase. */
export function purchase({ receipt: r, answers: a, sinCredito }: InventedPurchase, rnc: string): SecondPurchase[] {
  const f = figures(r);
  const own = isOne(r.ncf, '13', '43', '17', '47') || isOne(r.referencia?.ncf, '13', '43', '17', '47');
  const abroad = isOne(r.ncf, '17', '47') || isOne(r.referencia?.ncf, '17', '47');
  const id = (own ? rnc : r.emisor.id === rnc ? r.comprador?.id : r.emisor.id) ?? '';
  const split606 = (services: bigint) => ({ services, goods: f.base - services });
  const parts = a.monto_servicios === undefined ? split(r, f.base) : split606(cents(a.monto_servicios));
  const consumer = isOne(r.ncf, '02', '32') || isOne(r.referencia?.ncf, '02', '32');
  const cost = abroad || f.itbis === 0n ? 0n : consumer ? f.itbis : cents(a.itbis_costo);
  const share = abroad || consumer || f.itbis === 0n ? 0n : cents(a.itbis_proporcionalidad);
  const credit = abroad || (sinCredito && !consumer) ? 0n : f.itbis - cost;

  const codes: Record<string, string> = { 1: '01', 2: '02', 3: '03', 4: '04', 6: '05', 7: '06' };
  const forms = [...new Set((r.formasPago ?? []).map((p) => codes[p.forma]))];
  const paid = a.fecha_pago as string | undefined;
  const note = isOne(r.ncf, '04', '34');
  const guessed = () => {
    if (forms.length > 1) return '07';
    if (forms[0] !== undefined) return forms[0];
    if (r.tipoPago === '2' && paid === undefined) return '04';
    return note ? '06' : '';
  };
  const form = a.forma_pago ?? guessed();
  const onCredit = paid === undefined && form === '04';
  const day = paid ?? (onCredit ? undefined : r.tipoPago === '1' ? (r.fecha as string) : undefined);
  const withheldOf = (stated: Decimal | undefined, answer: Decimal | undefined) => {
    const fromReceipt = cents(stated, r.tasa);
    return fromReceipt > 0n ? fromReceipt : cents(answer);
  };
  const withheld = onCredit || abroad ? 0n : withheldOf(r.retenido?.itbis, a.itbis_retenido);
  const isr = onCredit ? 0n : withheldOf(r.retenido?.isr, a.retencion_renta);

  const row = (period: string, again: boolean, unpaid: boolean): SecondPurchase => {
    const held = unpaid ? 0n : withheld;
    const line = [
      id,
      id === '' ? '' : id.length === 11 ? '2' : '1',
      a.tipo_bienes_servicios ?? '',
      r.ncf,
      r.referencia?.ncf ?? '',
      ymd(r.fecha),
      unpaid || day === undefined ? '' : ymd(day),
      blank(parts?.services ?? 0n),
      blank(parts?.goods ?? 0n),
      money(f.base),
      blank(f.itbis),
      blank(held),
      blank(share),
      blank(cost),
      blank(credit),
      '',
      unpaid || isr === 0n ? '' : (a.tipo_retencion_isr ?? ''),
      unpaid ? '' : blank(isr),
      '',
      abroad ? '' : blank(f.isc),
      abroad ? '' : blank(f.other),
      abroad ? '' : blank(f.tip),
      unpaid ? '04' : form,
    ].join('|');
    const services = parts?.services ?? 0n;
    const kind = a.tipo_bienes_servicios ?? '';
    return {
      period,
      again,
      line,
      ncf: r.ncf,
      id,
      kind,
      services,
      total: f.base,
      itbis: f.itbis,
      withheld: held,
      share,
      cost,
      credit,
    };
  };
  const first = month(r.fecha);
  if (paid === undefined || month(paid) <= first) return [row(first, false, false)];
  const rows = [row(first, false, true)];
  // If the withholding of services is not answered, the row in the month of the payment asks for it.
  const services = parts?.services ?? 0n;
  const isAsked = services > 0n && r.retenido === undefined && !note && !isOne(r.ncf, '13', '43');
  const unknown =
    isAsked &&
    ((!abroad && f.itbis > 0n && a.itbis_retenido === undefined) ||
      (id.length === 11 && a.retencion_renta === undefined));
  return withheld + isr > 0n || unknown ? [...rows, row(month(paid), true, false)] : rows;
}

const gather = (lines: Iterable<readonly [string, string]>): Map<string, string[]> => {
  const months = new Map<string, string[]>();
  for (const [period, line] of lines) months.set(period, [...(months.get(period) ?? []), line]);
  return months;
};

/** The lines of all four files of a year; repeated receipts appear once. */
export function secondReading({ declarant: { rnc }, purchases, sales, voided, abroad }: CompanyYear): SecondReading {
  const bought = [...new Set(purchases)];
  return {
    '606': gather(bought.flatMap((one) => purchase(one, rnc)).map(({ period, line }) => [period, line] as const)),
    '607': gather([...new Set(sales)].map((one) => [month(one.receipt.fecha), sale(one, rnc)] as const)),
    '608': gather(
      voided.flatMap(({ range: { desde, hasta, fecha }, motivo = '' }) => {
        const [from, to] = [Number(desde.slice(3)), Number(hasta.slice(3))];
        return Array.from({ length: to - from + 1 }, (_, i) => {
          const ncf = desde.slice(0, 3) + String(from + i).padStart(8, '0');
          return [month(fecha), `${ncf}|${ymd(fecha)}|${motivo}`] as const;
        });
      }),
    ),
    '609': gather(
      bought
        .filter(({ receipt }) => isOne(receipt.ncf, '17', '47'))
        .map(({ receipt: r }) => {
          const a = abroad[r.ncf] ?? {};
          const detail = a.detalle_servicio ?? '';
          const isr = cents(r.retenido?.isr, r.tasa);
          const who = [
            r.comprador?.nombre ?? '',
            a.tipo_id_tributaria ?? '',
            r.comprador?.extranjero ?? '',
            a.pais ?? '',
          ];
          const what = [
            detail.slice(0, 1),
            detail,
            a.parte_relacionada ?? '',
            r.ncf,
            ymd(r.fecha),
            money(figures(r).base),
          ];
          return [month(r.fecha), [...who, ...what, isr > 0n ? ymd(r.fecha) : '', '', blank(isr)].join('|')] as const;
        }),
    ),
  };
}
