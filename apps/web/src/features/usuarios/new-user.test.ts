import { expect, it } from 'vitest';
import { emptyUser, faultsOf } from './new-user.ts';

const right = {
  ...emptyUser,
  NombreUsuario: 'Marisol',
  Correo: 'marisol@yaque.do',
  Contrasena: 'cuatro ríos y un puente',
  ConfirmarContrasena: 'cuatro ríos y un puente',
};

it('a new user may be sent when every field is valid', () => expect(faultsOf(right)).toEqual({}));

it('every field is required', { tags: ['S5-8'] }, () => {
  expect(faultsOf(emptyUser)).toEqual({
    NombreUsuario: 'Escriba el nombre de usuario',
    Correo: 'Escriba el correo',
    Contrasena: 'Escriba la contraseña',
    ConfirmarContrasena: 'Escriba otra vez la contraseña',
  });
});

it.each(['marisol', 'marisol@', 'marisol@yaque', 'mari sol@yaque.do', '@yaque.do'])(
  '%s is no e-mail',
  { tags: ['S5-8'] },
  (Correo) => {
    expect(faultsOf({ ...right, Correo })).toEqual({ Correo: 'Escriba un correo completo, como ana@empresa.do' });
  },
);

it('the two passwords must be the same', { tags: ['S5-8'] }, () => {
  const faults = faultsOf({ ...right, ConfirmarContrasena: 'otra' });
  expect(faults).toEqual({ ConfirmarContrasena: 'Las contraseñas no coinciden.' });
});
