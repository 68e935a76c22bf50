import { quickbooks as contract } from '@timbre/contract';
import { documentEntities } from '@timbre/quickbooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { quickbooksOf } from '../company.ts';
import { connectCompany } from '../testing/connect.ts';
import { newEmpresa, postAs, withQuickBooks } from '../testing/server.ts';
import { countDocuments, documentPages } from './pages.ts';

const server = withQuickBooks();

let empresa: Stranger;
let realm: string;
let key: string;
beforeEach(async () => {
  ({ empresa, realm } = await newEmpresa(server));
  key = empresa.sesion;
});

const connect = () => connectCompany(postAs(server, key));
const companyInfo = () => server.call(contract.empresaDeQuickBooks, {}, key);

describe('queries of the books', () => {
  const query = (text: string, realmId?: string) =>
    server.call(contract.consultarQuickBooks, { query: { query: text, ...(realmId && { realmId }) } }, key);

  test('a query of the specification is answered as QuickBooks answers it', { tags: ['SR7-4'] }, async () => {
    await connect();
    const dates = "TxnDate >= '2026-02-01' and TxnDate <= '2026-02-28'";
    const { body } = await query(
      `select * from Invoice where ${dates} ORDERBY TxnDate DESC STARTPOSITION 1 MAXRESULTS 5`,
      realm,
    );
    expect(body.QueryResponse).toMatchObject({ startPosition: 1, maxResults: 5 });
    const [invoice] = body.QueryResponse.Invoice as { Id: string; CustomerRef: object }[];
    const one = await query(`select Id, CustomerRef from Invoice where Id = '${invoice!.Id}'`);
    expect(one.body.QueryResponse.Invoice).toEqual([{ Id: invoice!.Id, CustomerRef: invoice!.CustomerRef }]);
    for (const text of [
      'select * from Account ORDERBY Name',
      'select * from Vendor where Active = true',
      'select * from CompanyInfo',
    ])
      expect([text, (await query(text)).status]).toEqual([text, 200]);
  });

  test.each([
    'select * from Invoice',
    "select * from Invoice where TxnDate >= '2026-01-01'",
    'select count(*) from Account',
    "select PrivateNote from Invoice where Id = '1'",
    'select * from Employee',
    "select * from Vendor where Id = '1' maxresults 1001",
    "select * from CompanyInfo where Id = '1'",
    "select * from Account where CurrentBalance > '0'",
    'select * from Account orderby CurrentBalance',
    'delete from Invoice',
  ])('the query %s is not sent', { tags: ['SR7-4'] }, async (text) => {
    await connect();
    const before = server.quickbooks.control.figures().answered;
    expect((await query(text)).problem.title).toBe('Esa consulta a QuickBooks no está permitida');
    expect(server.quickbooks.control.figures().answered).toBe(before);
  });

  test('nothing is read without a connection, nor of another company', { tags: ['SR8-12'] }, async () => {
    expect((await query('select * from CompanyInfo')).problem.title).toBe('No hay tokens válidos de QuickBooks');
    await connect();
    expect((await query('select * from CompanyInfo', '9130350000009999')).problem.title).toBe(
      'Company ID no configurado',
    );
  });

  test.each([
    ['throttle-429', 503, 'quickbooks/ocupado'],
    ['fault-200', 502, 'quickbooks/rechazo'],
    ['malformed', 503, 'quickbooks/no-responde'],
  ] as const)('%s is a refusal of %i', async (kind, status, code) => {
    await connect();
    server.quickbooks.control.fault({ kind, of: 'api', retryAfterSeconds: 200 });
    const refused = await companyInfo();
    expect([refused.status, refused.problem.code]).toEqual([status, code]);
    if (kind === 'throttle-429') expect(refused.headers['retry-after']).toBe('200');
  });

  test('accounts have the fields of the catalogue', { tags: ['SR7-5'] }, async () => {
    await connect();
    const { body } = await server.call(contract.cuentasDeQuickBooks, {}, key);
    expect(body.cuentas).toHaveLength(60);
    expect(body.cuentas.find(({ id }) => id === '6202')).toEqual({
      id: '6202',
      name: 'Alquiler de Local',
      accountNumber: '6202',
      accountName: 'Alquiler de Local',
      type: 'Expense',
      detailType: 'RentOrLeaseOfBuildings',
      description: '',
      active: true,
      currency: 'DOP',
    });
  });

  test('the RNC of a vendor is read from its name or its address, and cached for five minutes', {
    tags: ['SR5-41', 'SR9-13'],
  }, async () => {
    await connect();
    const rncOf = async (id: string) =>
      (await server.call(contract.suplidorDeQuickBooks, { params: { id }, query: { companyId: realm } }, key)).body.rnc;
    const rncs = await Promise.all(['2', '3', '4', '5', '6', '7', '9'].map(rncOf));
    expect(rncs.every((rnc) => /^199\d{6}$/.test(rnc))).toBe(true);
    expect(await Promise.all([rncOf('8'), rncOf('9999')])).toEqual(['Sin RNC', 'Sin RNC']);
    const before = server.quickbooks.control.figures().answered;
    expect(await rncOf('2')).toBe(rncs[0]);
    expect(server.quickbooks.control.figures().answered).toBe(before);
    server.clock.advance(5 * 60_000);
    expect(await rncOf('2')).toBe(rncs[0]);
    expect(server.quickbooks.control.figures().answered).toBe(before + 1);
    const customer = await server.call(contract.clienteDeQuickBooks, { params: { id: '2' }, query: {} }, key);
    expect(customer.body.rnc).toMatch(/^199\d{6}$/);
  });

  test('the documents between two dates come by pages, from any page on', async () => {
    await connect();
    const wanted = { entities: documentEntities, desde: '2026-02-01', hasta: '2026-02-28' };
    const opened = await quickbooksOf(server.ctx, empresa.id);
    expect(await countDocuments(server.ctx, opened, wanted)).toBe(240);
    const seen: string[] = [];
    let middle: string | undefined;
    for await (const { documents, next } of documentPages(server.ctx, opened, wanted)) {
      seen.push(...documents.map(({ entity, json }) => `${entity} ${(json as { Id: string }).Id}`));
      if (documents[0]?.entity === 'VendorCredit') middle = next;
    }
    expect(new Set(seen).size).toBe(240);
    const rest: string[] = [];
    for await (const { documents } of documentPages(server.ctx, opened, wanted, middle))
      rest.push(...documents.map(({ entity, json }) => `${entity} ${(json as { Id: string }).Id}`));
    expect(rest).toEqual(seen.slice(-rest.length));
    expect(rest[0]).toContain('Invoice');

    server.quickbooks.control.fault({ kind: 'fault-400', of: 'api', after: 4 });
    const reading = (async () => {
      for await (const _ of documentPages(server.ctx, opened, wanted));
    })();
    await expect(reading).rejects.toMatchObject({ code: 'quickbooks/rechazo' });
    await expect(quickbooksOf(server.ctx, (await stranger(server, bare)).id)).rejects.toMatchObject({
      code: 'quickbooks/sin-conexion',
    });
  });
});
