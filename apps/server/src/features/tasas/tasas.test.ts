import { auditoria, empresa, tasas } from '@timbre/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createExciseRates } from '../../domain/comprobantes/excise/excise-rates.ts';
import { makeRoot } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';

// The clock of the tests begins on 16-03-2026.
const server = withServer();
let company: Stranger;
let root: string;

beforeAll(async () => {
  company = await stranger(server, bare);
  root = await makeRoot(server);
});

const rates = { alcohol: '750.25', cigarrillos20: '64.1', cigarrillos10: '32.05', resolucion: ' Resolución 1-2026 ' };
const save = (trimestre: string, body = rates, key = root) =>
  server.call(tasas.guardarTasas, { params: { trimestre }, body }, key);
const quarters = async () => (await server.call(tasas.listarTasas, {}, root)).body.trimestres;
const acts = async () => {
  const { body } = await server.call(auditoria.listarAuditoria, { query: {} }, root);
  return body.entradas
    .filter(({ tipo }) => tipo === 'tasas.guardadas')
    .map(({ quien, descripcion }) => [quien, descripcion]);
};

test('the quarters are those from the first official one to the next, the newest first; what is missing has no rates', async () => {
  const seen = await quarters();
  expect(seen.map(({ trimestre, actual, tasas: known }) => [trimestre, actual, known?.oficial ?? null])).toEqual([
    ['2026-04-01', false, null],
    ['2026-01-01', true, null],
    ['2025-10-01', false, true],
    ['2025-07-01', false, true],
  ]);
  expect(seen[2]).toEqual({
    trimestre: '2025-10-01',
    nombre: 'octubre-diciembre de 2025',
    actual: false,
    tasas: {
      alcohol: '745.60',
      cigarrillos20: '63.07',
      cigarrillos10: '31.53',
      resolucion: 'Resolución DDG-AR1-2025-00006',
      oficial: true,
      por: null,
      modificada: null,
    },
  });
});

test('a quarter is added and corrected, each once in the record; companies get its rates with their data', {
  tags: ['S2.11-3'],
}, async () => {
  const { status, body } = await save('2026-01-01');
  expect(status).toBe(200);
  expect(body.trimestres[1]!.tasas).toEqual({
    alcohol: '750.25',
    cigarrillos20: '64.10',
    cigarrillos10: '32.05',
    resolucion: 'Resolución 1-2026',
    oficial: false,
    por: 'root',
    modificada: server.clock.now().toISOString(),
  });
  await save('2026-01-01');
  await save('2026-01-01', { ...rates, alcohol: '751' });
  expect(await acts()).toEqual([
    [
      'root',
      'Corrigió las tasas del selectivo de enero-marzo de 2026: alcohol 751.00, cigarrillos 64.10 y 32.05 (Resolución 1-2026)',
    ],
    [
      'root',
      'Cargó las tasas del selectivo de enero-marzo de 2026: alcohol 750.25, cigarrillos 64.10 y 32.05 (Resolución 1-2026)',
    ],
  ]);
  const added = { trimestre: '2026-01-01', alcohol: '751.00', cigarrillos20: '64.10', cigarrillos10: '32.05' };
  for (const key of [company.sesion, company.clave])
    expect((await server.call(empresa.verEmpresa, {}, key)).body.tasasSelectivo).toEqual([added]);
});

describe('refused quarters', () => {
  test.each([
    ['2025-10-01', 'tasas/oficial', 409],
    ['2025-04-01', 'tasas/trimestre', 422],
    ['2026-07-01', 'tasas/trimestre', 422],
    ['2026-02-01', 'peticion/invalida', 400],
    ['2026-01-02', 'peticion/invalida', 400],
  ])('rates of %s are refused: %s', async (trimestre, code, status) => {
    const answer = await save(trimestre);
    expect([answer.status, answer.problem.code]).toEqual([status, code]);
  });

  test.each(['0', '0.00', '1000', '7.505', '-1', '1,00', '1e2', ''])(
    'an amount of «%s» is refused',
    async (alcohol) => {
      expect((await save('2026-04-01', { ...rates, alcohol })).problem.code).toBe('peticion/invalida');
    },
  );

  test('a source of blanks is refused', async () => {
    expect((await save('2026-04-01', { ...rates, resolucion: '  ' })).problem.code).toBe('peticion/invalida');
  });

  test('anybody but the platform’s administrator is refused, and no refused quarter is stored', {
    tags: ['S2.11-3'],
  }, async () => {
    const before = await quarters();
    for (const key of [company.sesion, company.clave]) {
      expect((await save('2026-04-01', rates, key)).problem.code).toBe('acceso/denegado');
      expect((await server.call(tasas.listarTasas, {}, key)).problem.code).toBe('acceso/denegado');
    }
    expect(await quarters()).toEqual(before);
  });
});

test('the next quarter can be added before it begins', async () => {
  expect((await save('2026-04-01')).status).toBe(200);
  expect((await quarters())[0]).toMatchObject({ trimestre: '2026-04-01', actual: false, tasas: { alcohol: '750.25' } });
});

test('a server that lost the signal takes the new rates a second later', { tags: ['P3.2-3'] }, async () => {
  const { db, clock } = server.ctx;
  const deaf = { emit: () => undefined, on: () => () => undefined, close: async () => undefined };
  const other = createExciseRates({ db, clock, signals: deaf });
  const alcohol = async () => (await other.current()).find(({ trimestre }) => trimestre === '2026-01-01')?.alcohol;
  const before = await alcohol();
  await save('2026-01-01', { ...rates, alcohol: '752.00' });
  expect(await alcohol()).toBe(before);
  server.clock.advance(1_000);
  expect(await alcohol()).toBe('752.00');
});
