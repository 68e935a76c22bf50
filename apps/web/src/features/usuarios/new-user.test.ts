import { expect, it } from 'vitest';
import { emptyUser, faultsOf } from './new-user.ts';

const right = {
  ...emptyUser,
  NombreUsuario: 'Marisol',
  Correo: 'marisol@yaque.do',
  Contrasena: 'cuatro ríos y un puente',
  ConfirmarContrasena: 'cuatro ríos y un puente',
};

it('a new user may be sent when every field is right', () => expect(faultsOf(right)).toEqual({}));

it('every field is required', () => {
  expect(Object.keys(faultsOf(emptyUser))).toEqual(['NombreUsuario', 'Correo', 'Contrasena', 'ConfirmarContrasena']);
});

it.each(['marisol', 'marisol@', 'marisol@yaque', 'mari sol@yaque.do', '@yaque.do'])('%s is no e-mail', (Correo) => {
  expect(Object.keys(faultsOf({ ...right, Correo }))).toEqual(['Correo']);
});

it('the two passwords must be the same', () => {
  const faults = faultsOf({ ...right, ConfirmarContrasena: 'otra' });
  expect(faults).toEqual({ ConfirmarContrasena: 'Las contraseñas no coinciden.' });
});
