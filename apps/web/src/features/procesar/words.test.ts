import { afterAll, expect, test, vi } from 'vitest';

// The globals that the modules of the calls read while they are loaded.
vi.stubGlobal('window', { addEventListener: () => {} });
vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('location', { pathname: '/procesar-reportes' });
afterAll(() => vi.unstubAllGlobals());
const { Refusal, Unreachable } = await import('../../lib/api.ts');
const { downloadFailure, processFailure } = await import('./words.ts');

const refused = (type: string, status: number, title: string) =>
  new Refusal({ type, status, title, code: 'x' } as never);

test('a run that did not start says why; requirements that are not met are no error', {
  tags: ['SR5-43', 'SR8-13'],
}, () => {
  expect(processFailure('Ya hay un proceso en curso')).toBe('Error: Ya hay un proceso en curso');
  expect(processFailure('Complete todos los requisitos antes de procesar')).toBe(
    'Complete todos los requisitos antes de procesar',
  );
});

test('a file that was not downloaded has the text of the server, or else the status', { tags: ['SR8-13'] }, () => {
  expect(downloadFailure(refused('/x', 422, 'Demasiadas filas'))).toBe('Demasiadas filas');
  expect(downloadFailure(refused('about:blank', 418, 'Respuesta inesperada'))).toBe('Error 418');
  expect(downloadFailure(new Unreachable(false))).toMatch(/^No se recibió respuesta del servidor\. /);
});
