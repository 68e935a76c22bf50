import { emision, quienPuede, webhooks } from '@timbre/contract';
import { examples } from '@timbre/contract/examples';
import { namedCalls } from '@timbre/contract/named';
import { ecfs } from '@timbre/ecf/testing';
import { tiposECF } from '@timbre/values';
import { Compile } from 'typebox/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeDraft } from '../../domain/comprobantes/judge/complete-draft.ts';
import { draftsOf } from '../../features/plantillas/drafts.ts';
import { saleOf } from '../../main/testing/draft.ts';
import { withServer } from '../../main/testing/server.ts';

// The document of /api/openapi.json is complete enough to generate a client from it.

const server = withServer();

interface Operation {
  readonly 'x-alcance'?: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly security: readonly object[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: object;
    readonly example?: unknown;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, object>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
}
let document: Document;

beforeAll(async () => {
  const response = await server.app.http.fastify.inject('/api/openapi.json');
  expect(response.headers['content-type']).toContain('application/json');
  document = response.json();
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ where: `${method.toUpperCase()} ${path}`, operation })),
  );

function* partsOf(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Readonly<Record<string, unknown>>;
  for (const part of Object.values(value)) yield* partsOf(part);
}

test('every reference leads to a part of the document', () => {
  const references = [...partsOf(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
  expect(references.length).toBeGreaterThan(300);
  const lost = [...new Set(references)].filter((reference) => {
    const names = reference.replace(/^#\//, '').split('/');
    return (
      !reference.startsWith('#/') || names.reduce<unknown>((at, name) => (at as never)?.[name], document) === undefined
    );
  });
  expect(lost).toEqual([]);
  expect([...partsOf(document)].filter((part) => '$defs' in part)).toEqual([]);
});

test('every call of the server is described by its name in the contract, with its input and its answers', {
  tags: ['S7-1'],
}, () => {
  const names = new Map(
    namedCalls.map(({ name, route }) => [`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`, name]),
  );
  const published = operations();
  expect(published).toHaveLength(server.app.http.routes.length);
  expect(new Set(published.map(({ operation }) => operation.operationId)).size).toBe(published.length);
  for (const { where, operation } of published) {
    expect([where, operation.operationId]).toEqual([where, names.get(where)]);
    expect([where, operation.summary]).toEqual([where, expect.stringMatching(/\S/)]);
    const inPath = [...where.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect([where, declared]).toEqual([where, inPath]);
    for (const { name, schema } of operation.parameters)
      expect([where, name, isTyped(schema)]).toEqual([where, name, true]);
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      expect([where, isTyped(schema)]).toEqual([where, true]);
    expect([where, Object.keys(operation.responses)]).toEqual([where, expect.arrayContaining(['default'])]);
  }
});

const isTyped = (schema: object): boolean =>
  ['type', 'enum', 'anyOf', 'oneOf', '$ref'].some((keyword) => keyword in schema);

test('every answer in JSON has a described type', () => {
  const untyped = operations().flatMap(({ where, operation }) =>
    Object.entries(operation.responses).flatMap(([status, response]) => {
      const { content = {} } = response as { content?: Record<string, { schema: object }> };
      const { schema } = content['application/json'] ?? {};
      return schema !== undefined && !isTyped(schema) ? [`${where} ${status}`] : [];
    }),
  );
  expect(untyped).toEqual([]);
});

test('the answer of a call that is a file has the media types of that file', () => {
  const files = server.app.http.routes.filter(({ answerKind }) => answerKind === 'archivo');
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter(({ answerTypes = [] }) => answerTypes.length === 0).map(({ path }) => path)).toEqual([]);
  expect(files.flatMap(({ answerTypes = [] }) => answerTypes)).not.toContain('application/octet-stream');
});

test('each way to be known that a call names is described, also for the calls that are open to anybody', () => {
  const { securitySchemes } = document.components;
  const named = operations().flatMap(({ operation }) => operation.security.flatMap((way) => Object.keys(way)));
  expect(new Set(named)).toEqual(new Set(Object.keys(securitySchemes)));
  const waysOf = (path: string, method: string) => document.paths[path]![method]!.security;
  expect(waysOf('/fe/api/auth/verify', 'get')).toEqual([{ bearer: [] }, { apiKey: [] }, {}]);
  expect(waysOf('/fe/recepcion/api/ecf', 'post')).toEqual([{ tokenDeReceptor: [] }]);
  expect(waysOf('/api/facturas', 'get')).toContainEqual({ claveEnDireccion: [] });
});

test('each example and each default value is one that its schema admits', () => {
  const known = new Set<string>();
  const wrong: string[] = [];
  const check = (where: string, schema: object, value: unknown) => {
    const text = `${JSON.stringify(schema)} ${JSON.stringify(value)}`;
    if (known.has(text)) return;
    known.add(text);
    const whole = text.includes('"$ref"') ? { ...schema, components: document.components } : schema;
    const compiled = Compile(whole as never);
    if (!compiled.Check(value)) wrong.push(`${where}: ${JSON.stringify(value)?.slice(0, 80)}`);
  };
  for (const { where, operation } of operations()) {
    for (const { name, schema, example } of operation.parameters)
      if (example !== undefined) check(`${where} ${name}`, schema, example);
    for (const { schema, example } of Object.values(operation.requestBody?.content ?? {}))
      if (example !== undefined) check(where, schema, example);
  }
  for (const part of partsOf(document)) {
    const { default: usual, examples: some } = part as { default?: unknown; examples?: readonly unknown[] };
    if (!('type' in part) || typeof part.type !== 'string') continue;
    if (usual !== undefined) check('default', part, usual);
    if (Array.isArray(some)) for (const one of some) check('examples', part, one);
  }
  expect(wrong).toEqual([]);
  expect(known.size).toBeGreaterThan(100);
});

test('patterns use only what the validators of other languages know', () => {
  const patterns = [...partsOf(document)].flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
  expect(patterns.length).toBeGreaterThan(50);
  expect(patterns.filter((pattern) => /\\[pP]\{|\\u/.test(pattern))).toEqual([]);
});

test('each webhook is described with the body of its contract, and each event of the stream with its data', () => {
  expect(Object.keys(document.webhooks).sort()).toEqual(Object.keys(webhooks.cargasDeWebhook).sort());
  for (const [tipo, { post }] of Object.entries(document.webhooks)) {
    const { schema } = post.requestBody!.content['application/json']!;
    expect(schema).toMatchObject({ properties: { tipo: { const: tipo } } });
    expect(post.parameters.map(({ name }) => name)).toEqual(['Timbre-Event', 'Timbre-Delivery', 'Timbre-Signature']);
  }
  const stream = document.paths['/api/eventos']!.get!.responses['200'] as {
    readonly content: Readonly<Record<string, { readonly 'x-eventos': Readonly<Record<string, unknown>> }>>;
  };
  expect(Object.keys(stream.content['text/event-stream']!['x-eventos'])).toContain('documento');
});

test('the parts of a form are texts, files and JSON, required where the call requires them', () => {
  const form = document.paths['/api/empresa/certificado']!.put!.requestBody!.content['multipart/form-data']!.schema;
  expect(form).toMatchObject({
    properties: { archivo: { type: 'string', format: 'binary' }, clave: { type: 'string' } },
    required: ['archivo', 'clave'],
    additionalProperties: false,
  });
  const saved = document.paths['/api/configuracion/guardar-configuracion']!.post!.requestBody!;
  expect(saved).toMatchObject({
    content: { 'multipart/form-data': { encoding: { RangosENCF: { contentType: 'application/json' } } } },
  });
});

test('only the calls that an integration key may make admit X-API-KEY', () => {
  for (const { where, operation } of operations()) {
    const { policy, credential } = server.app.http.routes.find(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}` === where,
    )!;
    const byKey = policy !== 'publico' && quienPuede[policy].clave;
    const admitted = operation.security.some((way) => 'apiKey' in way);
    expect([where, admitted]).toEqual([where, byKey || credential === 'opcional']);
    expect([where, operation['x-alcance'] !== undefined]).toEqual([where, byKey]);
  }
});

describe('the body of EnviarFactura', () => {
  const bodyOf = () => {
    const { schema } = document.paths[emision.enviarFactura.path]!.post!.requestBody!.content['application/json']!;
    return Compile({ ...schema, components: document.components } as never);
  };
  let body: ReturnType<typeof bodyOf>;
  beforeAll(() => {
    body = bodyOf();
  });
  const accepts = (value: unknown) => body.Check(value);

  const change = (document: object, path: string, to: unknown): object => {
    const [name = '', ...rest] = path.split('.');
    const copy = structuredClone(document) as Record<string, unknown>;
    if (rest.length > 0) copy[name] = change(copy[name] as object, rest.join('.'), to);
    else if (to === undefined) delete copy[name];
    else copy[name] = to;
    return copy;
  };

  test.each(Object.entries(ecfs))('the body of EnviarFactura accepts a sound %s', (_, ecf) => {
    expect(accepts(ecf)).toBe(true);
  });

  test.each(tiposECF)(
    'the body of EnviarFactura accepts a %s without what the platform fills in, and that is issued',
    (tipo) => {
      const { FechaHoraFirma: _, Encabezado, DetallesItems, ...rest } = ecfs[tipo];
      const { Version: __, Emisor: ___, Totales: ____, IdDoc, ...others } = Encabezado;
      const { eNCF: _____, FechaVencimientoSecuencia: ______, ...idDoc } = IdDoc;
      const Item = DetallesItems.Item.map(({ NumeroLinea: _, MontoItem: __, ...item }) => item);
      const draft = { Encabezado: { ...others, IdDoc: idDoc }, DetallesItems: { Item }, ...rest };
      expect(accepts(draft)).toBe(true);
      const issuer = {
        id: '',
        rnc: '132000005',
        razonSocial: 'Ferretería Ejemplo SRL',
        datos: { direccion: 'Calle Primera 1' },
      };
      const { errores } = completeDraft(
        draft,
        {
          ...issuer,
          ambiente: 'testecf',
          demo: false,
          impreso: { campoNombreItem: 'NombreItem', conLogo: false },
          accesos: {},
        },
        Date.UTC(2025, 10, 15, 14, 30),
        [],
      );
      expect(errores.filter(({ aviso }) => !aviso)).toEqual([]);
    },
  );

  test.each(tiposECF)('the body of EnviarFactura accepts the template of a %s', (tipo) => {
    expect(accepts(draftsOf('25-11-2026')[tipo])).toBe(true);
  });

  test.each(['41', '47'] as const)('the body of a %s states what is withheld', (tipo) => {
    expect(accepts(change(ecfs[tipo], 'DetallesItems.Item.0.Retencion', undefined))).toBe(false);
  });

  test.each(tiposECF)('the body of EnviarFactura accepts no broken %s', (tipo) => {
    const sound = ecfs[tipo];
    expect(accepts(change(sound, 'Desconocido', 'x'))).toBe(false);
    expect(accepts(change(sound, 'Encabezado.IdDoc.Desconocido', 'x'))).toBe(false);
    expect(accepts(change(sound, 'Encabezado.IdDoc.TipoeCF', '99'))).toBe(false);
    expect(accepts(change(sound, 'Encabezado.IdDoc', undefined))).toBe(false);
    expect(accepts(change(sound, 'Encabezado.Emisor.FechaEmision', 'ayer'))).toBe(false);
    expect(accepts(change(sound, 'DetallesItems.Item', 'x'))).toBe(false);
    expect(accepts(change(sound, 'DetallesItems.Item.0.NombreItem', undefined))).toBe(false);
    expect(accepts(change(sound, 'DetallesItems.Item.0.CantidadItem', 'dos'))).toBe(false);
  });

  test('the body of EnviarFactura is that of the example', () => {
    expect(accepts(examples.enviarFactura?.body)).toBe(true);
  });

  test('the body of EnviarFactura accepts the credit note of the specification, with numbers', () => {
    const { Encabezado, DetallesItems } = saleOf({ tipo: '34' });
    const note = {
      Encabezado: {
        ...Encabezado,
        IdDoc: { ...Encabezado.IdDoc, encf: 'E340000000001', IndicadorNotaCredito: 0, TipoPago: 1 },
      },
      DetallesItems: { Items: DetallesItems.Item.map((item) => ({ ...item, CantidadItem: 1 })) },
      Referencia: { NCFModificado: 'E310000000001', FechaNCFModificado: '01-11-2025', CodigoModificacion: 1 },
    };
    const Totales = { MontoTotal: 236, TipoMoneda: 'USD', TipoCambio: 60, MontoTotalOtraMoneda: 3.93 };
    const items = note.DetallesItems.Items.map((item) => ({ ...item, MontoItem: 200, MontoItemOtraMoneda: 3.33 }));
    const dollars = change(change(note, 'Encabezado.Totales', Totales), 'DetallesItems.Items', items);
    expect([accepts(note), accepts(dollars)]).toEqual([true, true]);
    expect(accepts(change(note, 'Referencia', undefined))).toBe(false);
    expect(accepts(change(note, 'DetallesItems.Items', []))).toBe(false);
    expect(accepts(change(note, 'Encabezado.Totales', { Otro: 1 }))).toBe(false);
  });
});
