import type { Account } from '@timbre/reports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mapAccounts, testConnection } from '../apps/web/src/features/mapeo/ai/map-accounts.ts';
import { questionAbout, readProposals } from '../apps/web/src/features/mapeo/ai/proposals.ts';
import { endOfKey } from '../apps/web/src/features/mapeo/ai/settings.ts';
import type { Destino } from '../apps/web/src/features/mapeo/tabs.ts';
import { type MessagesStub, startMessagesStub } from './messages-stub.ts';

let stub: MessagesStub;

beforeAll(async () => {
  stub = await startMessagesStub();
});
afterAll(() => stub.close());
beforeEach(() => void stub.asked.splice(0));

const cuenta = (id: string, name: string, type = 'Gasto'): Account => ({
  ...{ id, accountNumber: `N${id}`, name, type, detailType: '', description: '', active: true, currency: 'DOP' },
});
const some = [cuenta('1', 'ITBIS por pagar'), cuenta('2', 'ITBIS retenido'), cuenta('3', 'Combustible')];
const model = 'claude-sonnet-5-5';

const run = (
  apiKey: string,
  cuentas: readonly Account[] = some,
  destino: Destino = '606',
  options: { model?: string; signal?: AbortSignal; onProgress?: (done: number, total: number) => void } = {},
) =>
  mapAccounts(
    stub.url,
    { apiKey, model: options.model ?? model },
    destino,
    cuentas,
    options.signal ?? new AbortController().signal,
    options.onProgress ?? (() => undefined),
  );
const rowsOf = ({ proposals }: Awaited<ReturnType<typeof run>>) =>
  proposals.map(({ cuenta: { id }, a, confianza, origen }) => [id, a, confianza, origen]);
/** Proposals from keywords in the names of the three accounts. */
const byWords = [
  ['1', 'campo11', 0.4, 'palabras'],
  ['2', 'campo12', 0.4, 'palabras'],
  ['3', 'campo21', 0.4, 'palabras'],
];

describe('a question', () => {
  test('a question has its key in a header, structured output, at most 8,000 tokens, and no temperature for new models', {
    tags: ['SR7-11'],
  }, async () => {
    await run('buena');
    const [{ headers, body }] = stub.asked as [(typeof stub.asked)[number]];
    expect(headers).toMatchObject({ 'x-api-key': 'buena', 'anthropic-version': '2026-10-21' });
    expect(body).toMatchObject({ model, max_tokens: 8_000, output_config: { format: { type: 'json_schema' } } });
    expect(body).not.toHaveProperty('temperature');
    expect(JSON.parse(body.messages[0]!.content)[0]).toEqual({
      id: '1',
      number: 'N1',
      name: 'ITBIS por pagar',
      type: 'Gasto',
      subtype: '',
    });
    await run('buena', some, '606', { model: 'claude-3-5-sonnet-20241022' });
    expect(stub.asked[1]!.body.temperature).toBe(0.05);
  });

  test('a question has at most 150 accounts, without those that the report excludes', {
    tags: ['SR7-11'],
  }, async () => {
    const many = Array.from({ length: 400 }, (_, n) => cuenta(`${n}`, `Cuenta ${n}`, n < 20 ? 'Ingreso' : 'Gasto'));
    const progress: [number, number][] = [];
    const { proposals, failures } = await run('buena', many, '606', { onProgress: (...now) => progress.push(now) });
    expect(stub.asked.map(({ body }) => JSON.parse(body.messages[0]!.content).length)).toEqual([150, 150, 80]);
    expect(progress).toEqual([
      [0, 380],
      [150, 380],
      [300, 380],
      [380, 380],
    ]);
    expect([proposals.length, failures]).toEqual([380, []]);
  });

  test('a question has the codes of the table, and the list that the answer must have', () => {
    const { schema } = questionAbout('tipos607', some) as { schema: { required: string[] } };
    expect(schema.required).toEqual(['mapeoTiposIngresos']);
    expect(JSON.stringify(schema)).toContain('"enum":["01","02","03","04","05","06"]');
    expect(JSON.stringify(questionAbout('606', some).schema)).toContain('"ninguno"');
  });
});

describe('an answer', () => {
  test('an answer is proposed with its confidence and reason', async () => {
    const { proposals } = await run('buena');
    expect(proposals[0]).toMatchObject({
      a: 'monto_facturado_bienes',
      confianza: 0.92,
      razon: 'Por su nombre',
      origen: 'ia',
    });
  });

  test('unknown ids and codes are left out of an answer; an account identified by its name is less sure', async () => {
    expect(rowsOf(await run('ids-ajenos'))).toEqual([
      ['2', 'monto_facturado_bienes', 0.45, 'ia'],
      ['3', 'monto_facturado_bienes', 0.9, 'ia'],
      ['1', 'campo11', 0.4, 'palabras'],
    ]);
  });

  test('an account missing in the answer is suggested by its words; one that the model declines is not', () => {
    const answer = { mapping: [{ accountId: '1', field: 'ninguno', confidence: 0.9, reason: '' }] };
    expect(readProposals('606', some, answer).map(({ cuenta: { id } }) => id)).toEqual(['2', '3']);
  });

  test('an answer with an invalid confidence is not sure', () => {
    const row = { accountId: '1', field: 'campo12', confidence: 7, reason: 'x'.repeat(999) };
    const [first] = readProposals('606', some, { mapping: [row] });
    expect([first?.confianza, first?.razon.length]).toEqual([0, 300]);
  });

  test.each([
    ['json-malo', 'No se encontró JSON válido en la respuesta'],
    ['sin-lista', 'No se recibió un mapeo válido de la IA'],
    ['mala', 'La API Key no es válida. Revísela en Configurar IA (invalid x-api-key)'],
    ['limitada', 'El proveedor limita las peticiones de su clave. Espere un momento (too many requests)'],
    ['niega', 'El modelo no quiso responder a esta petición'],
    ['cortada', 'La respuesta del modelo quedó incompleta'],
  ])('the answer «%s» falls back to words with the reason', { tags: ['SR8-21'] }, async (key, why) => {
    const outcome = await run(key);
    expect([rowsOf(outcome), outcome.failures]).toEqual([byWords, [why]]);
  });

  test('an answer without its list is a fault that names it, for each classification', async () => {
    expect((await run('sin-lista', some, 'tipos606')).failures).toEqual([
      'La respuesta no contiene mapeoTiposBienesServicios',
    ]);
    expect((await run('sin-lista', some, 'tipos607')).failures).toEqual([]);
    const income = [cuenta('1', 'Ventas', 'Ingreso')];
    expect((await run('sin-lista', income, 'tipos607')).failures).toEqual([
      'La respuesta no contiene mapeoTiposIngresos',
    ]);
  });

  test('a provider that is busy once is asked again', async () => {
    const outcome = await run('limitada-una-vez');
    expect([stub.asked.length, outcome.failures, outcome.proposals[0]?.origen]).toEqual([2, [], 'ia']);
  });

  test('a failure of one question of several leaves only its accounts to their words', async () => {
    const many = Array.from({ length: 310 }, (_, n) => cuenta(`${n}`, `Combustible ${n}`));
    const outcome = await run('falla-la-segunda', many);
    expect(outcome.failures).toEqual(['El proveedor respondió con el código 500 (broken)']);
    const origins = outcome.proposals.map(({ origen }) => origen);
    expect([origins.filter((each) => each === 'ia').length, origins.slice(150, 300).includes('ia')]).toEqual([
      160,
      false,
    ]);
  });

  test('an answer that does not come is abandoned when the person stops; earlier proposals stay', async () => {
    const stopper = new AbortController();
    const waiting = run('lenta', some, '606', { signal: stopper.signal });
    await expect.poll(() => stub.asked.length).toBe(1);
    stopper.abort();
    expect(await waiting).toEqual({ proposals: [], failures: [] });
  });
});

test('the connection is tested with two sample accounts', async () => {
  await testConnection(stub.url, { apiKey: 'buena', model });
  expect(JSON.parse(stub.asked[0]!.body.messages[0]!.content)).toHaveLength(2);
  await expect(testConnection(stub.url, { apiKey: 'mala', model })).rejects.toThrow('La API Key no es válida');
  await expect(testConnection('http://127.0.0.1:9', { apiKey: 'buena', model })).rejects.toThrow(
    'No se pudo conectar con Claude',
  );
});

test('the last eight characters of a key are shown', () => {
  expect(endOfKey('sk-ant-0123456789abcdef')).toBe('…89abcdef');
});
