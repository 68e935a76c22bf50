import { parseRNC } from '@timbre/values';
import { isEmail } from '../../lib/email.ts';
import { notAnRNC } from '../../lib/typed-rnc.ts';

/** The state of the registration form. */
export interface NewCompany {
  readonly correo: string;
  readonly Contrasena: string;
  readonly ConfirmarContrasena: string;
  readonly rncEmisor: string;
  readonly razonSocial: string;
}

export const emptyCompany: NewCompany = {
  correo: '',
  Contrasena: '',
  ConfirmarContrasena: '',
  rncEmisor: '',
  razonSocial: '',
};

/** Returns the errors by field; empty when the form may be sent (specification 000 §5). */
export function faultsOf(company: NewCompany): Partial<Record<keyof NewCompany, string>> {
  const { correo, Contrasena, ConfirmarContrasena, rncEmisor, razonSocial } = company;
  const faults: Partial<Record<keyof NewCompany, string>> = {};
  if (rncEmisor.trim() === '') faults.rncEmisor = 'Escriba el RNC';
  else if (!parseRNC(rncEmisor)) faults.rncEmisor = notAnRNC;
  if (razonSocial.trim() === '') faults.razonSocial = 'Escriba la razón social';
  if (correo.trim() === '') faults.correo = 'Escriba el correo';
  else if (!isEmail(correo)) faults.correo = 'Escriba un correo completo, como ana@empresa.do';
  if (Contrasena === '') faults.Contrasena = 'Escriba la contraseña';
  if (ConfirmarContrasena === '') faults.ConfirmarContrasena = 'Escriba otra vez la contraseña';
  else if (ConfirmarContrasena !== Contrasena) {
    faults.ConfirmarContrasena = 'Las contraseñas no coinciden. Por favor, verifique.';
  }
  return faults;
}
