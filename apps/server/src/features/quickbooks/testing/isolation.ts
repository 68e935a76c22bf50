import { isolate } from '../../../main/testing/isolation.ts';

/** No company of the test is connected. A state of the other company is refused like one that does not exist. */
const notConnected = { code: 'quickbooks/sin-conexion' } as const;
const realmId = '9130350000000017';

export const isolation = isolate({
  rows: {
    'POST /api/quickbooks/oauth/token': ({ sesionId }) => [
      { body: { code: 'c', realmId, state: sesionId }, code: 'quickbooks/estado' },
    ],
    'GET /api/quickbooks/query': () => [{ query: { query: 'select * from CompanyInfo', realmId }, ...notConnected }],
    'GET /api/quickbooks/vendor/:id': () => [{ params: { id: '1' }, query: { companyId: realmId }, ...notConnected }],
    'GET /api/quickbooks/customer/:id': () => [{ params: { id: '1' }, query: { companyId: realmId }, ...notConnected }],
  },
});
