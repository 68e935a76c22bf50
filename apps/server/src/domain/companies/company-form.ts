import { refuse } from '@timbre/refusal';

/**
 * The mask that a screen shows instead of a stored password, and sends back if it was not edited. @source
 * docs/specification.md, §9 "The mask of fourteen asterisks is not sent"
 */
export const maskedPassword = '*'.repeat(14);
const maxExternalId = 100;

/** Throws Problem `configuracion/invalida` if it is too long. */
export function readExternalId(text: string | undefined): string | undefined {
  const idExterno = text?.trim();
  if (idExterno !== undefined && idExterno.length > maxExternalId)
    refuse('configuracion/invalida', `El ID externo no puede tener más de ${maxExternalId} caracteres`);
  return idExterno;
}

/** The password that was typed; undefined for a blank one and for {@link maskedPassword}. */
export const readPassword = (text: string | undefined): string | undefined =>
  text === '' || text === maskedPassword ? undefined : text;

/** The masked form of a secret that was shown once, when it was created. */
export const masked = (prefix: string, lastFour: string | null | undefined): string =>
  lastFour ? `${prefix}_…${lastFour}` : '';

/** @source Formato e-CF v1.0, RazonSocialEmisor */
const maxRazonSocial = 150;

/**
 * A company's name, without surrounding white space.
 *
 * @throws Problem `empresa/invalida`
 */
export function readRazonSocial(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > maxRazonSocial || /\p{C}/u.test(name))
    refuse('empresa/invalida', `Escriba la razón social, de ${maxRazonSocial} caracteres a lo sumo`);
  return name;
}
