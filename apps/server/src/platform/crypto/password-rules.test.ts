import { expect, test } from 'vitest';
import { passwordFault } from './password-rules.ts';

const names = ['ana.lopez', 'contabilidad@colmado.invalid', '199000005'];
const fault = (password: string) => passwordFault(password, names);

test('long passwords are good, whatever they are made of', () => {
  for (const password of [
    'una-contraseña-larga',
    'tres gatos duermen',
    'Xk9#mQ2$vL7p',
    'gptvw kzbrm qhnxs',
    'el perro de mi vecina canta en abril',
    '🐈🐕🐄🐖🐑🐔🦆🐓🦃🐇🐿🦔',
    'zñá'.padEnd(128, 'kw83-pd7x.q'),
  ])
    expect([password, fault(password)]).toEqual([password, undefined]);
});

test('each refusal of a password has its rule', () => {
  expect(fault('corta')).toBe('Debe tener al menos 12 caracteres');
  expect(fault('once letras')).toBe('Debe tener al menos 12 caracteres');
  expect(fault('kw83-pd7x.q'.repeat(12))).toBe('No puede tener más de 128 caracteres');
  for (const password of ['soy-ANA.López-en-casa', 'Contabilidad-de-ustedes', 'empresa 199000005 mía'])
    expect(fault(password)).toContain('su nombre de usuario');
  for (const password of ['gatogatogatogato', 'aaaaaaaaaaaa', 'x7Kx7Kx7Kx7K'])
    expect(fault(password)).toContain('repetida');
});

test('common passwords are refused, however they are disguised', () => {
  for (const password of [
    'password1234',
    'P@ssw0rd2024',
    'Contraseña2024!',
    'contrasena123456',
    'qwertyuiop123',
    'asdfghjkl123',
    '1q2w3e4r5t6y',
    '123456789012',
    'abcdefghijkl',
    'Juan15031985',
    'SantoDomingo1844',
    'Bienvenido2025',
    'facturacion2026',
    'admin-admin-2020',
    'iloveyou111222',
    'Administrador1',
    'teamomaria1998',
  ])
    expect([password, fault(password) === undefined]).toEqual([password, false]);
});

test('a name of three letters forbids no password', () => {
  expect(passwordFault('banana split hoy', ['ana'])).toBeUndefined();
});
