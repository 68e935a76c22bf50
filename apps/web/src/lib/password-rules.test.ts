import { describe, expect, it } from 'vitest';
import { passwordRules } from './password-rules.ts';

const about = ['ana', 'marisol@yaque.do', '131246796'];
const broken = (typed: string, repeated = typed) =>
  passwordRules(typed, repeated, about)
    .filter(({ holds }) => !holds)
    .map(({ says }) => says);

describe('a new password', () => {
  it('a new password is valid when it is long, has nothing of the person and was typed twice', () => {
    expect(broken('cuatro ríos y un puente')).toEqual([]);
  });

  it('a new password must be of 12 to 128 characters, as people count them', () => {
    expect(broken('once letras')).toEqual(['De 12 a 128 caracteres']);
    expect(broken('doce  letras')).toEqual([]);
    expect(broken('😀'.repeat(12))).toEqual([]);
    expect(broken('ñ'.repeat(128))).toEqual([]);
    expect(broken('ñ'.repeat(129))).toEqual(['De 12 a 128 caracteres']);
  });

  it.each(['la de MARISÓL siempre', 'empresa 131246796'])('a new password may not identify its owner: %s', (typed) => {
    expect(broken(typed)).toEqual(['Sin el nombre de usuario, el correo ni el RNC']);
  });

  it('a new password may have a name of three letters within a word', () =>
    expect(broken('una mañana de verano')).toEqual([]));

  it('a new password must be typed the same twice', () => {
    expect(broken('cuatro ríos y un puente', 'cuatro ríos')).toEqual(['Escrita igual las dos veces']);
  });

  it('an empty password breaks all rules', () => expect(broken('')).toHaveLength(3));
});
