import { invitationHmac } from '../../domain/companies/people.ts';
import type { Context } from '../context.ts';

/** The stored form of the code of a request to a company: it is valid only for the company with that RNC. */
export const codeFor = (ctx: Pick<Context, 'keyring'>, rnc: string, codigo: string): Buffer =>
  invitationHmac(ctx.keyring, `cliente ${rnc}`, codigo);

/** The stored form of the code of a member: it is valid only with that e-mail. */
export const memberCodeFor = (ctx: Pick<Context, 'keyring'>, correo: string, codigo: string): Buffer =>
  invitationHmac(ctx.keyring, `despacho ${correo}`, codigo);
