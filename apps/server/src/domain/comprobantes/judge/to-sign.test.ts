import { expect, test } from 'vitest';
import { readToSign } from './to-sign.ts';

const rnc = '131880681';
const isRoutine = (xml: string): boolean => {
  const issuer = { id: '', rnc, razonSocial: '', ambiente: 'testecf' } as never;
  const wanted = { issuer, fields: {}, agregarFechaHoraFirma: false, now: 0, tasas: [] as never };
  const read = readToSign({ ...wanted, xml: Buffer.from(xml) });
  return read.kind === undefined && read.routine;
};
const seed = (inside: string, attributes = '') =>
  `<SemillaModel${attributes}>${inside}<fecha>2026-11-11T10:00:00.123-04:00</fecha></SemillaModel>`;
const simulated = '<valor>SIMULADA-abc+/12==</valor>';
const text = '<valor>SIMULADA-x Vendo el local 4 por un peso</valor>';

test('a seed of the built-in DGII is routine', () => {
  expect(isRoutine(seed(simulated))).toBe(true);
});

test.each([
  ['another seed', seed('<valor>abc</valor>')],
  ['another seed beside it', seed(`${simulated}<valor>abc</valor>`)],
  ['a text instead of its value', seed(text)],
  ['a text after it', seed(simulated).replace('</SemillaModel>', '<Contrato>Vendo</Contrato></SemillaModel>')],
  ['a text in an attribute', seed(simulated, ' contrato="Vendo"')],
  ['a text in its date', seed(simulated).replace(/2026-.*(?=<\/fecha>)/, 'Vendo')],
  ['another namespace', seed(simulated, ' xmlns="urn:contrato"')],
])('a seed of the built-in DGII is not routine with %s', (_, xml) => {
  expect(isRoutine(xml)).toBe(false);
});
