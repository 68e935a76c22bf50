import * as sesionCalls from '../../calls/sesion.generated.ts';
import { caller } from '../../lib/api.ts';

export const login = caller(sesionCalls.login);
export const confirmSesion = caller(sesionCalls.confirmarSesion, {
  timeout: 30_000,
});
export const retirarRegistro = caller(sesionCalls.retirarRegistro);
export const aceptarInvitacion = caller(sesionCalls.aceptarInvitacion);
export const retirarRegistroPropio = caller(sesionCalls.retirarRegistroPropio);

/** The verified credentials, while a code is requested. */
export interface Credentials {
  readonly correo: string;
  readonly contrasena: string;
  readonly invitacion?: string;
}
