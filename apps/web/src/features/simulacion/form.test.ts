import { describe, expect, test } from 'vitest';
import {
  canGenerate,
  emptyForm,
  type Form,
  faultsOf,
  hasBuyer,
  nextENCF,
  payloadOf,
  withHighValue,
  withModified,
  withType,
} from './form.ts';

const facts = { today: '2026-11-24', hasInvoices: true };
const compradores = [
  { tipo: '31', rncComprador: '199000064', razonSocialComprador: 'Comercial Prueba SRL' },
  { tipo: '32', rncComprador: '99900000011', razonSocialComprador: 'Persona Prueba' },
  { tipo: '43', rncComprador: null, razonSocialComprador: null },
] as const;
const form = (part: Partial<Form> = {}): Form => ({ ...emptyForm, tipo: '31', ...part });
const reference = {
  ncfModificado: 'E310000000001',
  fechaNcfModificado: '20-11-2026',
  codigoModificacion: '1',
  razonModificacion: 'Anula',
} as const;

describe('changing the type', () => {
  test('a change of the type presets the buyer, and empties it where the type has none', { tags: ['SI4-8'] }, () => {
    const of31 = withType(emptyForm, '31', [...compradores]);
    expect(of31).toMatchObject({ rncComprador: '199000064', razonSocialComprador: 'Comercial Prueba SRL' });
    expect(withType(of31, '43', [...compradores])).toMatchObject({ rncComprador: '', razonSocialComprador: '' });
  });

  test('a change of the type resets the reference unless the type is 33 or 34', { tags: ['SI4-8'] }, () => {
    const note = form({ tipo: '34', ...reference });
    expect(withType(note, '33', [])).toMatchObject(reference);
    expect(withType(note, '31', [])).toMatchObject({
      ncfModificado: '',
      fechaNcfModificado: '',
      razonModificacion: '',
    });
  });

  test('a change of the type clears the high-value flag unless the type is 32', { tags: ['SI4-8'] }, () => {
    const high = form({ tipo: '32', altoValor: true });
    expect(withType(high, '32', []).altoValor).toBe(true);
    expect(withType(high, '31', []).altoValor).toBe(false);
  });
});

describe('a consumer invoice of high value', () => {
  test.each(['', '249999.99', '250000', '250000.00'])(
    'a consumer invoice of high value of %j is refused, and has no buyer',
    (montoTotal) => {
      const low = form({ tipo: '32', altoValor: true, montoTotal });
      expect(faultsOf(low, facts).montoTotal).toBe(
        'Para Factura de Consumo (> 250k), el monto debe ser mayor a 250,000',
      );
      expect(hasBuyer(low)).toBe(false);
      expect(canGenerate(low, '1', facts)).toBe(false);
    },
  );

  test('a consumer invoice above 250,000 has its buyer', () => {
    const high = form({ tipo: '32', altoValor: true, montoTotal: '250000.01', rncComprador: '99900000011' });
    expect(faultsOf(high, facts)).toEqual({});
    expect(payloadOf({ ...high, tipo: '32' })).toMatchObject({ altoValor: true, rncComprador: '99900000011' });
  });

  test('a consumer invoice of high value begins with the standard amount, and keeps a higher one', () => {
    expect(withHighValue(form({ tipo: '32' }), true).montoTotal).toBe('300000.00');
    expect(withHighValue(form({ tipo: '32', montoTotal: '400000' }), true).montoTotal).toBe('400000');
    expect(withHighValue(withHighValue(form({ tipo: '32' }), true), false).montoTotal).toBe('');
  });

  test('another type has no total of the one before, which its closed section would hide', () => {
    const high = withHighValue(form({ tipo: '32' }), true);
    expect(withType(high, '34', []).montoTotal).toBe('');
    expect(withType(form({ tipo: '31', montoTotal: '118' }), '31', []).montoTotal).toBe('118');
  });

  test('a consumer invoice without the flag has no buyer, and a higher amount is refused', {
    tags: ['SI5-9'],
  }, () => {
    const plain = form({ tipo: '32', rncComprador: '99900000011', montoTotal: '300000' });
    expect(payloadOf({ ...plain, tipo: '32' })).not.toHaveProperty('rncComprador');
    expect(faultsOf(plain, facts).montoTotal).toContain('250,000');
  });
});

test.each([
  ['1', true],
  ['50', true],
  ['0', false],
  ['51', false],
  ['1.5', false],
  ['', false],
  ['x', false],
])('the quantity %j is allowed: %s', (cantidad, allowed) => {
  expect(faultsOf(form({ cantidad }), facts).cantidad).toBe(
    allowed ? undefined : 'La cantidad debe ser un número entre 1 y 50',
  );
});

test.each([
  ['', true],
  ['1', true],
  ['9999999999', true],
  ['0', false],
  ['-1', false],
  ['x', false],
])('the first sequence %j is allowed: %s', (desde, allowed) => {
  expect(faultsOf(form({ desde }), facts).desde === undefined).toBe(allowed);
});

describe('choosing the modified NCF', () => {
  const receipt = { eNCF: 'E310000000007', fecha: '21-11-2026' };

  test('the date of a modified NCF that is a receipt is copied; a credit note annuls it', { tags: ['SI4-9'] }, () => {
    expect(withModified(form({ tipo: '34' }), receipt.eNCF, receipt)).toMatchObject({
      ncfModificado: 'E310000000007',
      fechaNcfModificado: '21-11-2026',
      codigoModificacion: '1',
      razonModificacion: 'Anula el NCF modificado',
    });
  });

  test('a debit note corrects the amounts of the modified NCF', { tags: ['SI4-9'] }, () => {
    expect(withModified(form({ tipo: '33' }), receipt.eNCF, receipt)).toMatchObject({
      codigoModificacion: '3',
      razonModificacion: 'Corrige montos del NCF modificado',
    });
  });

  test('a modified NCF that is no receipt copies nothing', () => {
    expect(withModified(form({ tipo: '34', ...reference }), 'E310000000009', undefined)).toMatchObject({
      ...reference,
      ncfModificado: 'E310000000009',
    });
  });
});

describe('the reference of a note', () => {
  const note = (part: Partial<Form> = {}) => form({ tipo: '34', ...reference, ...part });

  test('a complete reference of a note is sent', () => {
    expect(canGenerate(note(), '1', facts)).toBe(true);
    expect(payloadOf({ ...note(), tipo: '34' })).toMatchObject(reference);
  });

  test.each([
    ['E31000000001', 'El formato del NCF debe ser E seguido de 12 dígitos'],
    ['B0100000001', 'El formato del NCF debe ser E seguido de 12 dígitos'],
    ['E410000000001', 'Solo se pueden referenciar facturas de crédito fiscal (E31) y de consumo (E32)'],
    ['E320000000001', undefined],
  ])('the reference to %s has the fault: %s', (ncfModificado, fault) => {
    expect(faultsOf(note({ ncfModificado }), facts).ncfModificado).toBe(fault);
  });

  test('a reference requires a date that is not in the future, and a reason', { tags: ['SI5-11'] }, () => {
    expect(faultsOf(note({ fechaNcfModificado: '' }), facts).fechaNcfModificado).toBe('La fecha es obligatoria');
    expect(faultsOf(note({ fechaNcfModificado: '25-11-2026' }), facts).fechaNcfModificado).toBe(
      'La fecha no puede ser futura',
    );
    expect(faultsOf(note({ fechaNcfModificado: '24-11-2026' }), facts)).toEqual({});
    expect(faultsOf(note({ razonModificacion: ' ' }), facts).razonModificacion).toBe(
      'La razón de modificación es obligatoria',
    );
  });

  test('a reference may be empty while the simulation has invoices', () => {
    const empty = withType(form(), '34', []);
    expect(canGenerate(empty, '1', facts)).toBe(true);
    expect(payloadOf({ ...empty, tipo: '34' })).not.toHaveProperty('codigoModificacion');
    expect(faultsOf(empty, { ...facts, hasInvoices: false }).ncfModificado).toBe('El NCF es obligatorio');
  });
});

test('receipts are generated only with a type and an issuer', { tags: ['SI5-10'] }, () => {
  expect(canGenerate(form(), '131246796', facts)).toBe(true);
  expect(canGenerate(form({ tipo: undefined }), '131246796', facts)).toBe(false);
  expect(canGenerate(form(), '', facts)).toBe(false);
});

test('the next sequence is the typed one, else that of the type', { tags: ['SI2.6-4'] }, () => {
  const siguientes = [{ tipo: '31', siguiente: 12 }] as const;
  expect(nextENCF(form(), [...siguientes])).toBe('E310000000012');
  expect(nextENCF(form({ desde: '40' }), [...siguientes])).toBe('E310000000040');
  expect(nextENCF(form({ desde: '0' }), [...siguientes])).toBeUndefined();
  expect(nextENCF(form({ tipo: undefined }), [...siguientes])).toBeUndefined();
});

test('the payload has no field that the type does not have, nor an empty one', () => {
  expect(payloadOf({ ...form({ tipo: '43', rncComprador: '1' }), tipo: '43' })).toEqual({ tipo: '43', cantidad: 1 });
  expect(payloadOf({ ...form({ desde: '5', cantidad: '3', montoTotal: '118' }), tipo: '31' })).toEqual({
    tipo: '31',
    cantidad: 3,
    desde: 5,
    montoTotal: '118',
    tipoPago: '1',
  });
});
