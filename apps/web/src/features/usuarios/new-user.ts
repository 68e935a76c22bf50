import type { Rol } from '@timbre/contract';
import { isEmail } from '../../lib/email.ts';

/** The state of the form of a new user. */
export interface NewUser {
  readonly NombreUsuario: string;
  readonly Correo: string;
  readonly Contrasena: string;
  readonly ConfirmarContrasena: string;
  readonly rol: Rol;
  /** They choose their password by an invitation sent to their e-mail. */
  readonly invitar: boolean;
}

export const emptyUser: NewUser = {
  NombreUsuario: '',
  Correo: '',
  Contrasena: '',
  ConfirmarContrasena: '',
  rol: 'facturador',
  invitar: false,
};

/** Returns the errors by field; empty when the form may be sent (specification 000 §5). */
export function faultsOf(user: NewUser): Partial<Record<keyof NewUser, string>> {
  const faults: Partial<Record<keyof NewUser, string>> = {};
  if (user.NombreUsuario.trim() === '') faults.NombreUsuario = 'Escriba el nombre de usuario';
  if (user.Correo.trim() === '') faults.Correo = 'Escriba el correo';
  else if (!isEmail(user.Correo)) {
    faults.Correo = 'Escriba un correo completo, como ana@empresa.do';
  }
  if (user.invitar) return faults;
  if (user.Contrasena === '') faults.Contrasena = 'Escriba la contraseña';
  if (user.ConfirmarContrasena === '') faults.ConfirmarContrasena = 'Escriba otra vez la contraseña';
  else if (user.ConfirmarContrasena !== user.Contrasena) faults.ConfirmarContrasena = 'Las contraseñas no coinciden.';
  return faults;
}
