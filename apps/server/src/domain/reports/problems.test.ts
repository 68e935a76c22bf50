import type { Periodo } from '@timbre/values';
import { expect, test } from 'vitest';
import { type CheckedRow, problemsOf } from './problems.ts';

const context = { declarante: '132000005', periodo: '202608' as Periodo };

/** Rows without the reason of their voiding, which the 608 requires, page by page. */
async function* pages(sizes: readonly number[]): AsyncGenerator<CheckedRow<'608'>[]> {
  let n = 0;
  for (const size of sizes)
    yield Array.from({ length: size }, () => {
      n++;
      const ncf = `B01${String(n).padStart(8, '0')}`;
      return { id: `fila ${n}`, draft: { ncf, fecha_comprobante: '14-08-2026' as never } };
    });
}

test('all problems are counted, the first 500 are listed, each with its row', async () => {
  const { errores, avisos, porCodigo, problemas } = await problemsOf('608', pages([300, 0, 300]), context);
  expect([errores, avisos]).toEqual([600, 0]);
  expect(porCodigo).toEqual([{ codigo: '608-CAMPO-01', gravedad: 'error', cantidad: 600 }]);
  expect(problemas).toHaveLength(500);
  expect(problemas[400]).toMatchObject({ id: 'fila 401', ncf: 'B0100000401', campo: 'tipo_anulacion' });
});

test('an error is listed, however many warnings come before it', async () => {
  async function* voided() {
    const fecha_comprobante = '14-08-2026' as never;
    for (let n = 1; n <= 600; n++) {
      const ncf = `E31${String(n).padStart(10, '0')}`;
      yield [{ id: `fila ${n}`, draft: { ncf, fecha_comprobante, tipo_anulacion: '04' as const } }];
    }
    yield [{ id: 'la última', draft: { ncf: 'B0100000001', fecha_comprobante } }];
  }
  const { errores, avisos, problemas } = await problemsOf('608', voided(), context);
  expect([errores, avisos, problemas.length]).toEqual([1, 600, 500]);
  expect(problemas[0]).toMatchObject({ gravedad: 'error', id: 'la última' });
});

test('a problem that only the whole file shows is reported with its row', async () => {
  async function* twice() {
    for (const id of ['una', 'otra'])
      yield [
        { id, draft: { ncf: 'B0100000001', fecha_comprobante: '14-08-2026' as never, tipo_anulacion: '04' as const } },
      ];
  }
  const { problemas } = await problemsOf('608', twice(), context);
  expect(problemas).toMatchObject([{ codigo: '608-DUPLICADO-01', id: 'otra' }]);
});
