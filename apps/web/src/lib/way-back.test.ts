import { expect, test } from 'vitest';
import { wayBack } from './way-back.ts';

const origin = 'https://timbre.example';

test('the login leads back to the address that was requested', () => {
  expect(wayBack('/configuracion?tab=fechas', origin)).toBe('/configuracion?tab=fechas');
});

test.each([undefined, '/login', 'https://ejemplo.invalid/x', '//ejemplo.invalid', '\\\\ejemplo.invalid'])(
  'the login leads to Inicio without an address, from itself and from an address of another site: %s',
  { tags: ['S2.1-1'] },
  (requested) => expect(wayBack(requested, origin)).toBe('/home'),
);
