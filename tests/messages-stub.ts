import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the stub received. */
export interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly max_tokens: number;
    readonly temperature?: number;
    readonly messages: readonly { readonly content: string }[];
    readonly output_config: { readonly format: { readonly schema: Schema } };
  };
}

interface Schema {
  readonly required: readonly [string];
  readonly properties: Readonly<
    Record<string, { readonly items: { readonly required: readonly string[]; readonly properties: Codes } }>
  >;
}
type Codes = Readonly<Record<string, { readonly enum?: readonly string[] }>>;

interface Account {
  readonly id: string;
  readonly number: string;
  readonly name: string;
}

/** The stub's proposal for each account, in the form that the request demands: always the first code. */
function rowsFor({ output_config, messages }: Asked['body']) {
  const { schema } = output_config.format;
  const [list] = schema.required;
  const { required, properties } = schema.properties[list]!.items;
  const key = required[1]!;
  const accounts = JSON.parse(messages[0]!.content) as readonly Account[];
  const rows = accounts
    .filter(({ name }) => !name.includes('Omitida'))
    .map(({ id }) => ({ accountId: id, [key]: properties[key]!.enum![0]!, confidence: 0.92, reason: 'Por su nombre' }));
  return { list, key, accounts, rows };
}

const answer = (content: unknown, stop_reason = 'end_turn') => ({
  status: 200,
  json: {
    type: 'message',
    role: 'assistant',
    stop_reason,
    content: [{ type: 'text', text: typeof content === 'string' ? content : JSON.stringify(content) }],
  },
});
const refusal = (status: number, type: string, message: string) => ({
  status,
  json: { type: 'error', error: { type, message } },
});

/** The response for each API key that a caller may send. */
const ways: Readonly<Record<string, (asked: Asked, nth: number) => { status: number; json: object } | 'never'>> = {
  buena: ({ body }) => {
    const { list, rows } = rowsFor(body);
    return answer({ [list]: rows });
  },
  'json-malo': () => answer('Con gusto: {"mapping": ['),
  'sin-lista': () => answer({ otra: [] }),
  'ids-ajenos': ({ body }) => {
    const { list, key, accounts, rows } = rowsFor(body);
    const [first, second, third] = accounts;
    const row = (accountId: unknown, code: unknown = rows[0]![key]) => ({
      ...{ accountId, [key]: code, confidence: 0.9, reason: 'x' },
    });
    return answer({
      [list]: [
        row('9999999'),
        row(null),
        row(first?.id, 'campo99'),
        row(second?.name.toUpperCase()),
        row(third?.id),
        row(third?.id),
        7,
      ],
    });
  },
  mala: () => refusal(401, 'authentication_error', 'invalid x-api-key'),
  limitada: () => refusal(429, 'rate_limit_error', 'too many requests'),
  'limitada-una-vez': (asked, nth) =>
    nth === 0 ? refusal(429, 'rate_limit_error', 'too many requests') : ways.buena!(asked, nth),
  niega: () => answer('No puedo ayudar con eso.', 'refusal'),
  cortada: () => answer('{"mapping":[', 'max_tokens'),
  'falla-la-segunda': (asked, nth) => (nth === 1 ? refusal(500, 'api_error', 'broken') : ways.buena!(asked, nth)),
  lenta: () => 'never',
};

/** Starts a server with the Messages API. The API key in a request selects its behaviour. */
export async function startMessagesStub() {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (request.method !== 'POST') return response.writeHead(204, cors).end();
    let text = '';
    for await (const piece of request) text += piece;
    const question = { headers: request.headers, body: JSON.parse(text) as Asked['body'] };
    const key = String(request.headers['x-api-key']);
    const before = asked.filter(({ headers }) => headers['x-api-key'] === key).length;
    asked.push(question);
    const way = request.url === '/v1/messages' ? ways[key] : undefined;
    const reply = way?.(question, before) ?? refusal(404, 'not_found_error', 'not found');
    if (reply === 'never') return;
    response
      .writeHead(reply.status, { ...cors, 'content-type': 'application/json', 'retry-after': '0' })
      .end(JSON.stringify(reply.json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The requests so far. */
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type MessagesStub = Awaited<ReturnType<typeof startMessagesStub>>;
