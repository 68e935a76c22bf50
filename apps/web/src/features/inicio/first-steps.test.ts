import { expect, it } from 'vitest';
import { importOf } from '../../lib/testing/sample-import.ts';
import { firstSteps as stepsOf } from './first-steps.ts';

const now = Date.parse('2026-11-21T13:41:07Z');
const company = {
  rnc: '199000005',
  razonSocial: 'Demo',
  datos: { direccion: 'Calle 1' },
  ambiente: 'testecf' as const,
  demo: true,
  certificado: null,
  tasasSelectivo: [],
};
const certificado = {
  archivo: 'demo.p12',
  titular: 'Demostración',
  idTitular: null,
  emisor: 'Demostración',
  serie: '1',
  validoDesde: '2025-01-01T00:00:00Z',
  validoHasta: '2030-01-01T00:00:00Z',
  huella: '',
  vencido: false,
  rechazo: null,
  avisos: [],
};
const range = {
  id: 's',
  ambiente: 'testecf' as const,
  tipo: '31',
  desde: 1,
  hasta: 500,
  siguiente: 1,
  vence: '2028-12-31',
  usados: 0,
  quedan: 500,
  avisos: [],
  activo: true,
};
const { id, archivo, creada, estado, pasos, totales, enCurso } = importOf([]);
const book = { id, archivo, creada, estado, pasos, totales, enCurso };
type Facts = Parameters<typeof stepsOf>[0];
/** The steps of a company that has not issued anything, unless the test sets otherwise. */
const firstSteps = (facts: Omit<Facts, 'issued'> & Partial<Facts>) => stepsOf({ issued: false, ...facts });
/** Which steps are done after the first one, which the company of these tests has completed. */
const doneOf = (facts: Parameters<typeof firstSteps>[0]) =>
  firstSteps(facts)
    .slice(1)
    .map(({ done }) => done);

it('the first step is the data of the company, until the address is there, also once it has issued', {
  tags: ['S2.6-6'],
}, () => {
  const without = { ...company, datos: { correo: 'a@b.invalid' } };
  for (const issued of [false, true]) {
    const [first] = firstSteps({ empresa: without, secuencias: [], importaciones: [], issued, now });
    expect(first).toMatchObject({ form: 'datos', nombre: 'Datos de la empresa', done: false });
    expect(first?.link).toEqual({ to: '/configuracion', search: { dato: 'direccion' }, action: 'Completar' });
    const [done] = firstSteps({ empresa: company, secuencias: [], importaciones: [], issued, now });
    expect(done).toMatchObject({ done: true, detail: 'Calle 1' });
  }
});

it('each step is done once its result exists', () => {
  const empty = { empresa: company, secuencias: [], importaciones: [], now };
  expect(doneOf(empty)).toEqual([false, false, false, false]);
  const certified = { ...empty, empresa: { ...company, certificado } };
  expect(doneOf(certified)).toEqual([true, false, false, false]);
  expect(doneOf({ ...certified, secuencias: [range] })).toEqual([true, true, false, false]);
  expect(doneOf({ ...certified, secuencias: [range], importaciones: [book] })).toEqual([true, true, false, false]);
  const issued = { ...certified, secuencias: [range], issued: true };
  expect(doneOf(issued)).toEqual([true, true, true, false]);
  expect(doneOf({ ...issued, empresa: { ...company, ambiente: 'certecf' } })).toEqual([true, true, true, false]);
  expect(doneOf({ ...issued, empresa: { ...company, ambiente: 'ecf' } })).toEqual([true, true, true, true]);
});

it('an invalid result has its reason', () => {
  const expired = { ...certificado, validoHasta: '2026-01-01T00:00:00Z', vencido: true };
  const steps = firstSteps({
    empresa: { ...company, certificado: expired },
    secuencias: [{ ...range, avisos: ['agotado'] }],
    importaciones: [],
    now,
  });
  expect(steps[1]).toMatchObject({ done: false, detail: 'El certificado digital está vencido' });
  expect(steps[2]).toMatchObject({ done: false, detail: 'E31: su rango no tiene más números.' });
  const unfit = { ...certificado, rechazo: 'El certificado es de una entidad emisora, no de una persona.' };
  const [, second] = firstSteps({
    empresa: { ...company, certificado: unfit },
    secuencias: [],
    importaciones: [],
    now,
  });
  expect(second).toMatchObject({ done: false, detail: unfit.rechazo });
});

it('ranges of another environment do not count', () => {
  const steps = firstSteps({ empresa: company, secuencias: [{ ...range, ambiente: 'ecf' }], importaciones: [], now });
  expect(steps[2]?.done).toBe(false);
});

it('a company that has issued keeps its steps done, also when its certificate and ranges need something', () => {
  const expired = { ...certificado, validoHasta: '2026-01-01T00:00:00Z', vencido: true };
  const empresa = { ...company, ambiente: 'ecf' as const, certificado: expired };
  expect(doneOf({ empresa, secuencias: [], importaciones: [], issued: true, now })).toEqual([true, true, true, true]);
});

it('the steps are data, certificate, ranges, first document and certification; each leads to its screen', () => {
  const linksOf = (ambiente: typeof company.ambiente | 'certecf') =>
    firstSteps({ empresa: { ...company, ambiente }, secuencias: [], importaciones: [], now }).map(
      ({ nombre, link: { to, search } }) => [nombre, to, search],
    );
  expect(linksOf('testecf')).toEqual([
    ['Datos de la empresa', '/configuracion', { dato: 'direccion' }],
    ['Cargue el certificado digital', '/configuracion', { parte: 'certificado' }],
    ['Registre sus secuencias', '/configuracion', { tab: 'rangos' }],
    ['Firme y envíe su primer comprobante', '/excel', {}],
    ['Pase la certificación de la DGII', '/configuracion', { parte: 'ambiente' }],
  ]);
  expect(linksOf('certecf')[4]).toEqual(['Pase la certificación de la DGII', '/certificacion', {}]);
});

it('the first document continues the latest workbook', () => {
  const { link } = firstSteps({ empresa: company, secuencias: [], importaciones: [book], now })[3]!;
  expect(link).toMatchObject({ to: '/excel', search: { id: book.id } });
});
