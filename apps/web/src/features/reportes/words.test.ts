import { problems } from '@timbre/contract';
import { afterAll, expect, test, vi } from 'vitest';

// The globals that the modules of the calls read while they are loaded.
vi.stubGlobal('window', { addEventListener: () => {} });
vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('location', { pathname: '/reportes-fiscales' });
afterAll(() => vi.unstubAllGlobals());
const { Refusal, Unreachable } = await import('../../lib/api.ts');
const { downloadFailure, generationFailure, NoRows, noTemplate, withoutLines } = await import('./words.ts');

/** A refusal of the server by its code. */
const refused = (code: keyof typeof problems, detail?: string) =>
  new Refusal({ ...problems[code], code, type: `/problemas/${code}`, detail } as never);
/** An unexpected response of a server. */
const broken = (status: number) => new Refusal({ type: 'about:blank', title: 'Falló', status, code: 'x' } as never);

test('the failure of a report begins with its name, but for those that the specification words by itself', {
  tags: ['SR5-11', 'SR5-12'],
}, () => {
  expect(generationFailure('606', refused('reportes/sin-mapeo'))).toBe(
    'Error al generar reporte 606: No hay mapeo de cuentas configurado. Por favor configure el mapeo primero.',
  );
  expect(generationFailure('607', refused('reportes/sin-conexion'))).toBe(
    'Error al generar reporte 607: No hay conexión válida con QuickBooks',
  );
  expect(generationFailure('606', refused('reportes/formato'))).toMatch(
    /^Error al generar reporte 606: Los datos procesados no tienen el formato correcto/,
  );
  expect(generationFailure('it1', refused('reportes/sin-606-607'))).toBe(
    'Debe generar primero los reportes 606 y 607 para el mismo período',
  );
});

test('an unforeseen answer has its status', { tags: ['SR8-2'] }, () => {
  expect(generationFailure('606', broken(502))).toBe('Error al generar reporte 606: Error del servidor (502): Falló');
  expect(downloadFailure('it1', 'csv', broken(500))).toBe(
    'Error al exportar reporte IT-1: Error del servidor (500): Falló',
  );
  for (const [tipo, what, begin] of [
    ['606', 'csv', 'Error al exportar reporte 606'],
    ['606', 'oficial', 'Error generando archivo TXT DGII'],
    ['606', 'plantilla', 'Error al descargar plantilla 606'],
    ['607', 'oficial', 'Error al descargar formato DGII 607'],
  ] as const)
    expect(downloadFailure(tipo, what, broken(500))).toBe(`${begin}: Error del servidor (500): Falló`);
});

test('the failure of a download names the file', { tags: ['SR8-4'] }, () => {
  const busy = refused('servidor/ocupado', 'Espere a que terminen.');
  expect(downloadFailure('606', 'plantilla', busy)).toMatch(
    /^Error al descargar plantilla 606: Generador de plantillas no disponible\. /,
  );
  expect(downloadFailure('it1', 'plantilla', new Unreachable(false))).toMatch(
    /^Error al descargar plantilla IT-1: Error generando plantilla Excel - verifique conexión de red\. /,
  );
  expect(downloadFailure('607', 'oficial', new Unreachable(true))).toMatch(/^Error al descargar formato DGII 607: /);
  expect(downloadFailure('606', 'oficial', new Unreachable(true))).toMatch(/^Error generando archivo TXT DGII: /);
});

test('a month without lines says how it is filed: in zero, or that others report its sales', () => {
  expect(withoutLines(0)).toMatch(/«Declaraciones en Cero».*0 líneas/);
  expect(withoutLines(11)).toMatch(/0 líneas: la DGII recibió los e-CF al emitirse/);
});

test('a report without rows has no file, and each file has its words for that', { tags: ['SR8-4'] }, () => {
  expect(downloadFailure('607', 'oficial', new NoRows('607'))).toBe(
    'No hay datos disponibles para generar el formato DGII',
  );
  expect(downloadFailure('606', 'oficial', new NoRows('606'))).toBe('No hay datos para generar el archivo TXT');
  expect(downloadFailure('606', 'csv', refused('reportes/sin-datos'))).toBe(
    'No hay datos con NCF válidos para exportar',
  );
  expect(noTemplate('606')).toBe(
    'No hay datos con NCF válidos para generar la plantilla. Primero genere el reporte 606.',
  );
});
