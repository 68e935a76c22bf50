import { plainText } from './matching.ts';

/** Something that a new password must be, and whether what is typed is it already. */
export interface PasswordRule {
  readonly says: string;
  readonly holds: boolean;
}

const shortest = 12;
const longest = 128;
/** Shorter names than this may stand in a password by chance. */
const shortestName = 4;

/**
 * What a new password must be; the server asks the same, and that it is none of the most used ones.
 *
 * @param about what is known of the person (user name, e-mail, RNC): none of it may stand in the password
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
