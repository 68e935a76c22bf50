import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addressesAt,
  type Company,
  createQuickBooks,
  documentEntities,
  documentsBetween,
  type Granted,
  type Limits,
  type Outcome,
  ok,
  type QuickBooks,
  recordsOf,
} from '@timbre/quickbooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createQuickBooksSimulator, type QuickBooksSimulator } from './simulator.ts';

// The client against the simulator, over HTTP.

let simulator: QuickBooksSimulator;
let address: string;
let quickbooks: QuickBooks;
let nowMs: number;
const redirectUri = 'http://127.0.0.1:1/callback/quickbooks';

beforeEach(async () => {
  nowMs = Date.parse('2026-06-30T16:00:00Z');
  simulator = createQuickBooksSimulator({
    now: () => nowMs,
    settings: { perSecond: 1_000, perMinute: 10_000 },
    app: { clientId: 'ABc', clientSecret: 'secreto' },
  });
  address = await simulator.listen();
  quickbooks = client();
});
afterEach(() => simulator.close());

const fast = { perSecond: 1_000, perMinute: 10_000 };
const client = (limits: Partial<Limits> = fast, clock?: Parameters<typeof createQuickBooks>[0]['clock']) =>
  createQuickBooks({
    addresses: addressesAt(address),
    clientId: 'ABc',
    clientSecret: 'secreto',
    limits,
    ...(clock && { clock }),
  });

interface Rate {
  readonly Id: string;
  readonly Name: string;
}

/** Returns the value of an outcome; throws for a failure. */
function mustBe<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

/** Follows a decision of the consent page. Returns the query parameters of its redirect. */
async function decide(decision: 'conectar' | 'rechazar'): Promise<URLSearchParams> {
  const page = await fetch(quickbooks.authorizationUrl({ redirectUri, state: 'e1' }));
  const html = await page.text();
  expect(html).toContain('SIMULADO');
  const link = [...html.matchAll(/href="([^"]+)"/g)].map(([, each]) => each!.replaceAll('&#38;', '&'));
  const next = link.find((each) => each.includes(`decision=${decision}`))!;
  const answer = await fetch(`${address}/connect/oauth2${next}`, { redirect: 'manual' });
  return new URL(answer.headers.get('location')!).searchParams;
}

async function connect(): Promise<Granted> {
  const back = await decide('conectar');
  expect([back.get('state'), back.get('realmId')]).toEqual(['e1', simulator.control.settings().realm]);
  return mustBe(await quickbooks.exchange(back.get('code')!, redirectUri));
}

/** Opens the company of a grant; a refused token is renewed. */
function companyOf(granted: Granted, { by = quickbooks, patienceMs = 20_000 } = {}): Company {
  let now = granted;
  return by.company({
    realm: simulator.control.settings().realm,
    patienceMs,
    async access(refused) {
      if (refused === undefined) return ok(now.accessToken);
      const renewed = await quickbooks.refresh(now.refreshToken);
      if (renewed.kind !== 'ok') return renewed;
      now = renewed.value;
      return ok(now.accessToken);
    },
  });
}

describe('the authorisation', () => {
  test('a code serves once, at its own address; a denied consent is reported', async () => {
    const back = await decide('conectar');
    const code = back.get('code')!;
    expect(await quickbooks.exchange(code, `${redirectUri}/otra`)).toMatchObject({ kind: 'unauthorised' });
    expect(await quickbooks.exchange(code, redirectUri)).toMatchObject({ kind: 'unauthorised' });
    const denied = await decide('rechazar');
    expect([denied.get('error'), denied.get('code')]).toEqual(['access_denied', null]);
  });

  test('a refresh token ends when its successor is used, not before', async () => {
    const first = await connect();
    const second = mustBe(await quickbooks.refresh(first.refreshToken));
    // Simulates a lost answer: the old token obtains new ones, and the lost ones become invalid.
    const third = mustBe(await quickbooks.refresh(first.refreshToken));
    expect(await quickbooks.refresh(second.refreshToken)).toMatchObject({ kind: 'unauthorised' });
    mustBe(await companyOf(third).companyInfo());
    expect(await quickbooks.refresh(first.refreshToken)).toEqual({
      kind: 'unauthorised',
      status: 400,
      detail: 'Token invalid',
    });
    expect(mustBe(await quickbooks.refresh(third.refreshToken)).accessLifeMs).toBe(3_600_000);
  });

  test('a withdrawn consent gives no access; other credentials are refused, and that is no disconnection', async () => {
    const granted = await connect();
    mustBe(await quickbooks.revoke(granted.refreshToken));
    expect(await companyOf(granted).companyInfo()).toMatchObject({ kind: 'unauthorised' });
    const stranger = createQuickBooks({ addresses: addressesAt(address), clientId: 'otro', clientSecret: 'x' });
    expect(await stranger.refresh('RT-x')).toEqual({ kind: 'fault', code: 'invalid_client', detail: '' });
  });

  test('consents are remembered after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'timbre-quickbooks-'));
    const stateFile = join(folder, 'estado.ndjson');
    await simulator.close();
    simulator = createQuickBooksSimulator({ stateFile });
    address = await simulator.listen();
    quickbooks = client();
    const granted = await connect();
    await simulator.close();
    simulator = createQuickBooksSimulator({ stateFile });
    address = await simulator.listen();
    quickbooks = client();
    expect(mustBe(await companyOf(granted).companyInfo())).toMatchObject({
      CompanyName: 'Colmado La Esquina Demo SRL',
    });
    rmSync(folder, { recursive: true });
  });
});

describe('a fault of the provider', () => {
  test('a 401 renews the token once; a second one is the answer', async () => {
    const company = companyOf(await connect());
    simulator.control.fault({ kind: 'unauthorised', of: 'api' });
    mustBe(await company.companyInfo());
    expect(simulator.control.figures().refreshes).toBe(1);
    simulator.control.fault({ kind: 'unauthorised', of: 'api', times: 2 });
    expect(await company.companyInfo()).toMatchObject({ kind: 'unauthorised', status: 401 });
    expect(simulator.control.figures().refreshes).toBe(2);
  });

  test.each(['throttle-403', 'throttle-429'] as const)('the client waits after %s as long as it asks', async (kind) => {
    const waits: number[] = [];
    const clock = {
      monotonic: () => waits.reduce((a, b) => a + b, 0),
      delay: async (ms: number) => void waits.push(ms),
    };
    const company = companyOf(await connect(), { by: client(fast, clock), patienceMs: 60_000 });
    simulator.control.fault({ kind, of: 'api', retryAfterSeconds: 7 });
    mustBe(await company.companyInfo());
    expect(waits).toEqual([7_000]);
    simulator.control.fault({ kind, of: 'api', retryAfterSeconds: 90 });
    expect(await company.companyInfo()).toEqual({ kind: 'throttled', retryAfterMs: 90_000 });
    expect(simulator.control.figures().refreshes).toBe(0);
  });

  test.each([
    ['forbidden', { kind: 'unauthorised', status: 403 }],
    ['fault-200', { kind: 'fault', code: '2050' }],
    ['fault-400', { kind: 'fault', code: '4001' }],
    ['page', { kind: 'unreachable', reason: 'respuesta', status: 403 }],
    ['malformed', { kind: 'unreachable', reason: 'respuesta', status: 200 }],
    ['huge', { kind: 'unreachable', reason: 'excesiva' }],
    ['server', { kind: 'unreachable', reason: 'servidor', status: 500 }],
    ['reset', { kind: 'unreachable', reason: 'sin-conexion' }],
    ['slow', { kind: 'unreachable', reason: 'tiempo' }],
  ] as const)('a fault of %s is reported as what it is, within its limits', async (kind, expected) => {
    const bounds = { retries: 0, answerWithinMs: kind === 'slow' ? 300 : 30_000 };
    const company = companyOf(await connect(), { by: client({ ...fast, ...bounds }) });
    simulator.control.fault({ kind, of: 'api', ms: 5_000 });
    expect(await company.companyInfo()).toMatchObject(expected);
    mustBe(await company.companyInfo());
  });

  test.each(['server', 'reset'] as const)('the request is made again after %s', async (kind) => {
    const company = companyOf(await connect());
    simulator.control.fault({ kind, of: 'api', times: 2 });
    mustBe(await company.companyInfo());
  });

  test('a held query is released when faults are cleared; others are answered meanwhile', async () => {
    const company = companyOf(await connect());
    simulator.control.fault({ kind: 'held', of: 'api', query: 'from Bill' });
    const bills = company.count(documentsBetween('Bill', '2026-05-01', '2026-05-31'));
    await expect.poll(() => simulator.control.figures().held).toBe(1);
    expect(mustBe(await company.count(documentsBetween('Purchase', '2026-05-01', '2026-05-31')))).toBe(52);
    simulator.control.clearFaults();
    expect(mustBe(await bills)).toBe(57);
    expect(simulator.control.figures().held).toBe(0);
  });

  test('a fault of the token service is reported, and is distinct from a dead token', async () => {
    const granted = await connect();
    simulator.control.fault({ kind: 'server', of: 'token' });
    expect(await quickbooks.refresh(granted.refreshToken)).toMatchObject({ kind: 'unreachable', reason: 'servidor' });
    simulator.control.fault({ kind: 'malformed', of: 'token' });
    expect(await quickbooks.refresh(granted.refreshToken)).toMatchObject({ kind: 'unreachable', reason: 'respuesta' });
    simulator.control.fault({ kind: 'throttle-429', of: 'token', retryAfterSeconds: 3 });
    expect(await quickbooks.refresh(granted.refreshToken)).toEqual({ kind: 'throttled', retryAfterMs: 3_000 });
  });
});

interface Row {
  readonly Id: string;
  readonly TxnDate: string;
}

async function all(pages: AsyncIterable<Outcome<readonly unknown[]>>): Promise<Row[][]> {
  const read: Row[][] = [];
  for await (const page of pages) read.push(mustBe(page) as Row[]);
  return read;
}

describe('a list', () => {
  test('a list is read page by page, newest first, each document once', { tags: ['SR7-4'] }, async () => {
    const company = companyOf(await connect(), { by: client({ ...fast, pageSize: 25 }) });
    const pages = await all(company.pages(documentsBetween('Invoice', '2026-05-01', '2026-05-31')));
    expect(pages.map((page) => page.length)).toEqual([25, 25, 25, 7]);
    const rows = pages.flat();
    expect(new Set(rows.map(({ Id }) => Id)).size).toBe(82);
    expect((await all(company.pages(documentsBetween('Invoice', '2026-05-10', '2026-05-09')))).flat()).toEqual([]);
    // A faulty document may have its date in another format.
    const dates = rows.map(({ TxnDate }) => TxnDate).filter((date) => /^\d{4}-/.test(date));
    expect(dates).toEqual([...dates].sort().reverse());
    expect([dates[0]! <= '2026-05-31', dates.at(-1)! >= '2026-05-01']).toEqual([true, true]);
  });

  test('a list of documents that are too large for one answer is read in smaller pages', async () => {
    const company = companyOf(await connect(), { by: client({ ...fast, pageSize: 64, answerBytes: 40_000 }) });
    const rows = (await all(company.pages(documentsBetween('Bill', '2026-05-01', '2026-05-31')))).flat();
    expect(new Set(rows.map(({ Id }) => Id)).size).toBe(57);
  });

  test('a list longer than its pages is reported, not cut', { tags: ['SR9-13'] }, async () => {
    const company = companyOf(await connect(), { by: client({ ...fast, pageSize: 10, pages: 5 }) });
    const outcomes = [];
    for await (const page of company.pages(documentsBetween('Invoice', '2026-05-01', '2026-05-31')))
      outcomes.push(page);
    expect(outcomes).toEqual([{ kind: 'too-many', total: 82 }]);
  });

  test('a list ends with the first failure, and one that is abandoned requests nothing more', async () => {
    const company = companyOf(await connect(), { by: client({ ...fast, pageSize: 10, ahead: 1 }) });
    simulator.control.fault({ kind: 'fault-400', of: 'api', after: 3 });
    const outcomes = [];
    for await (const page of company.pages(documentsBetween('Invoice', '2026-05-01', '2026-05-31')))
      outcomes.push(page.kind);
    expect(outcomes).toEqual(['ok', 'ok', 'fault']);
    const before = simulator.control.figures().answered;
    for await (const page of company.pages(documentsBetween('Invoice', '2026-05-01', '2026-05-31'))) {
      expect(page.kind).toBe('ok');
      break;
    }
    expect(simulator.control.figures().answered - before).toBe(2);
  });

  test('accounts and vendors are listed; one is read by its id, and one that does not exist is none', async () => {
    const company = companyOf(await connect());
    const accounts = (await all(company.pages({ from: 'Account', where: [] }))).flat();
    expect(accounts).toHaveLength(60);
    const active = { field: 'Active', operator: '=', value: true } as const;
    expect((await all(company.pages({ from: 'Vendor', where: [active] }))).flat()).toHaveLength(77);
    expect(mustBe(await company.read('Vendor', '1'))).toMatchObject({ BillAddr: { Line2: '199000005' } });
    expect(await company.read('Vendor', '9999')).toMatchObject({ kind: 'fault', code: '610' });
    const [bill] = (await all(company.pages(documentsBetween('Bill', '2026-05-01', '2026-05-31')))).flat();
    expect(mustBe(await company.read('Bill', bill!.Id))).toEqual(bill);
  });

  test('too many requests are refused by the stand-in, as QuickBooks does, and paced by the client', async () => {
    simulator.control.settings({ perSecond: 10 });
    const granted = await connect();
    const ask = async (company: Company, times: number) =>
      Promise.all(Array.from({ length: times }, async () => (await company.companyInfo()).kind));
    const paced = companyOf(granted, { by: client({ answerWithinMs: 5_000 }) });
    expect(await ask(paced, 15)).toEqual(Array(15).fill('ok'));
    const { refused } = simulator.control.figures();
    await ask(companyOf(granted, { patienceMs: 900 }), 30);
    expect(simulator.control.figures().refused).toBeGreaterThan(refused);
  });
});

test('the company has every kind of document that a Dominican bookkeeper enters, also wrongly', async () => {
  simulator.control.settings({ perMonth: 2_000 });
  const company = companyOf(await connect());
  const byEntity = new Map<string, Record<string, unknown>[]>();
  for (const entity of documentEntities)
    byEntity.set(
      entity,
      (await all(company.pages(documentsBetween(entity, '2026-05-01', '2026-05-31')))).flat() as unknown as Record<
        string,
        unknown
      >[],
    );
  expect([...byEntity.values()].flat()).toHaveLength(2_000);
  const some = (entity: string, form: RegExp) =>
    byEntity.get(entity)!.filter((each) => form.test(JSON.stringify(each))).length;
  for (const [entity, form] of [
    ['Bill', /"DocNumber":"[BE]\d{10,12}"/],
    ['Bill', /"PrivateNote":"[^"]*NCF: [BE]\d/],
    ['Bill', /ITBIS Retenido por Pagar/],
    ['Bill', /"TaxRateRef":\{"value":"5"\}/],
    ['Bill', /"TaxRateRef":\{"value":"6"\}/],
    ['Bill', /"ExchangeRate":/],
    ['Bill', /"VendorRef":\{"value":"1",/],
    ['Purchase', /"DocNumber":"B13/],
    ['Purchase', /Comisiones Bancarias/],
    ['VendorCredit', /MODIFICADO: B01/],
    ['VendorCredit', /"LinkedTxn":\[\{"TxnId":"\d{12}","TxnType":"Bill"/],
    ['CreditMemo', /"TxnType":"Invoice"/],
    ['Invoice', /ITBIS Retenido por Terceros/],
    ['SalesReceipt', /"DocNumber":"[bBeE][03]2/],
    ['Invoice', /"Line":null|"DocNumber":"S\/N|"TxnDate":"\d\d\/|=1\+1|"DocNumber":"B0100"/],
  ] as const)
    expect([entity, form, some(entity, form) > 0]).toEqual([entity, form, true]);
  const rates = mustBe(await company.query({ fields: '*', ...recordsOf('TaxRate') }));
  expect(rates.map((each) => [(each as Rate).Id, (each as Rate).Name])).toEqual([
    ['3', 'ITBIS 18%'],
    ['4', 'ITBIS 16%'],
    ['5', 'Propina Legal 10%'],
    ['6', 'Impuesto Selectivo al Consumo (ISC)'],
    ['7', 'Contribución Telecomunicaciones (CDT)'],
  ]);
  const listed = async (where?: { readonly where: [] }) =>
    mustBe(await company.query({ fields: '*', ...recordsOf('Vendor'), max: 100, ...where })).length;
  expect([await listed(), await listed({ where: [] })]).toEqual([80, 77]);
  const local = byEntity.get('Purchase')!.filter((each) => each.EntityRef === undefined);
  expect(local.length).toBeGreaterThan(20);
});
