import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A document of the books: its kind, and its JSON. */
export interface RestlessDocument {
  readonly entity: string;
  readonly json: { readonly Id: string; readonly TxnDate?: string };
}

/** Books whose lists change while they are read. They share no code with the simulator. */
export interface RestlessBooks {
  readonly address: string;
  documents: RestlessDocument[];
  /**
   * Whether documents of the same day come in another order in each query: `sin-id`, if the query does not order by Id;
   * or always.
   */
  rotates: 'nunca' | 'sin-id' | 'siempre';
  /** Whether a page has one more document than requested. */
  givesMore: boolean;
  /** Called before a page of a kind is answered, with its position. */
  beforePage: (entity: string, start: number) => void;
  close(): Promise<void>;
}

/** Starts the books: consent without a question, tokens of one hour, queries, single documents. */
export async function startRestlessBooks(): Promise<RestlessBooks> {
  let queries = 0;
  const answerOf = (text: string): object => {
    const [, entity = ''] = /from\s+(\w+)/i.exec(text) ?? [];
    const between = [...text.matchAll(/TxnDate\s*[<>]=\s*'([\d-]+)'/gi)].map(([, day]) => day!);
    const [from = '', to = '9999'] = between.sort();
    const matching = () =>
      books.documents.filter(
        (each) =>
          each.entity === entity && (!each.json.TxnDate || (each.json.TxnDate >= from && each.json.TxnDate <= to)),
      );
    if (/count\s*\(/i.test(text)) return { totalCount: matching().length };
    const start = Number(/STARTPOSITION (\d+)/i.exec(text)?.[1] ?? 1);
    const most = Number(/MAXRESULTS (\d+)/i.exec(text)?.[1] ?? 100);
    books.beforePage(entity, start);
    const byId = /ORDERBY.*\bId\b/i.test(text);
    const turns = books.rotates === 'siempre' || (books.rotates === 'sin-id' && !byId);
    const turn = turns ? ++queries : 0;
    const rank = ({ json }: RestlessDocument) => (Number(json.Id) * 7919 + turn * 104_729) % 1_000_003;
    const plain = ({ json }: RestlessDocument) => -Number(json.Id);
    const key = turns ? rank : plain;
    const sorted = matching().sort(
      (a, b) => (b.json.TxnDate ?? '').localeCompare(a.json.TxnDate ?? '') || key(a) - key(b),
    );
    const page = sorted.slice(start - 1, start - 1 + most + (books.givesMore ? 1 : 0));
    return page.length === 0 ? {} : { [entity]: page.map(({ json }) => json), startPosition: start };
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://x');
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/connect/oauth2') {
      const back = new URL(url.searchParams.get('redirect_uri')!);
      for (const [name, value] of [
        ['code', 'c'],
        ['state', url.searchParams.get('state')!],
        ['realmId', '9130350000009999'],
      ] as const)
        back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href }).end();
    } else if (url.pathname.startsWith('/oauth2'))
      send({
        access_token: 'a',
        refresh_token: 'r',
        expires_in: 3_600,
        x_refresh_token_expires_in: 8_726_400,
        token_type: 'bearer',
      });
    else if (url.pathname.endsWith('/query')) send({ QueryResponse: answerOf(url.searchParams.get('query')!) });
    else {
      const [kind = '', id = ''] = url.pathname.split('/').slice(-2);
      const one = books.documents.find(({ entity, json }) => entity.toLowerCase() === kind && json.Id === id);
      if (kind === 'companyinfo') send({ CompanyInfo: { CompanyName: 'Empresa Inventada', Id: '1' } });
      else if (one) send({ [one.entity]: one.json });
      else send({ Fault: { Error: [{ Message: 'Object Not Found', code: '610' }], type: 'ValidationFault' } }, 400);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const books: RestlessBooks = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents: [],
    rotates: 'nunca',
    givesMore: false,
    beforePage: () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return books;
}
