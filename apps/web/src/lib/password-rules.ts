import { largoDeContrasena } from '@timbre/contract/tables';
import { plainText } from './matching.ts';

/** A requirement of a new password, and whether the typed one meets it. */
interface PasswordRule {
  readonly says: string;
  readonly holds: boolean;
}

const { minimo: shortest, maximo: longest } = largoDeContrasena;
/** Shorter names may occur in a password by chance. */
const shortestName = 4;

/**
 * Returns the requirements of a new password. The server checks the same, and that it is not a common password.
 *
 * @param about personal data (user name, e-mail, RNC) that the password must not contain
 */
export function passwordRules(typed: string, repeated: string, about: readonly string[]): PasswordRule[] {
  const length = [...typed].length;
  const plain = plainText(typed);
  const names = about.map((name) => plainText(name).replace(/@.*$/, '')).filter((name) => name.length >= shortestName);
  return [
    { says: `De ${shortest} a ${longest} caracteres`, holds: length >= shortest && length <= longest },
    {
      says: 'Sin el nombre de usuario, el correo ni el RNC',
      holds: typed !== '' && !names.some((name) => plain.includes(name)),
    },
    { says: 'Escrita igual las dos veces', holds: typed !== '' && typed === repeated },
  ];
}
