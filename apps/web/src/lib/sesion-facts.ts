import type { sesion } from '@timbre/contract';
import { ambienteDe, puede } from '@timbre/contract/tables';
import type { AnswerOf, Policy } from '@timbre/route';
import { badges } from './badges.ts';
import type { Rol, Session } from './session.ts';

/**
 * The user, the company and the server's settings, as the screens show them.
 *
 * @param data the server's response; undefined until it has come
 * @param session as stored at login
 */
export function sesionFacts(data: AnswerOf<typeof sesion.sesionActual> | undefined, session: Session | undefined) {
  const rol = (data?.rol as Rol | undefined) ?? session?.rol;
  const ambiente = data?.Ambiente ?? session?.ambiente ?? 'Test';
  const production = ambienteDe(ambiente) === 'ecf';
  const simulated = data?.autoridad === 'simulador';
  return {
    userId: data?.userId ?? session?.userId ?? '',
    nombreUsuario: data?.nombreUsuario ?? session?.nombreUsuario ?? '',
    razonSocial: data?.razonSocial || session?.razonSocial || 'Mi Empresa',
    rncEmisor: data?.rncEmisor || session?.rncEmisor || '000000000',
    ambiente,
    production,
    /** The authority is the built-in simulator: no document reaches the DGII, in any environment. */
    simulated,
    /** A sent document is, or may be, a tax document. */
    isForReal: production && !simulated,
    /** Explains what production means for a company on this platform. */
    productionNotice: simulated
      ? 'Este servidor usa el simulador de la DGII: lo que emita no llegará a la DGII.'
      : 'Lo que emita desde entonces serán comprobantes fiscales reales.',
    /** The name of the environment in the header. */
    badge: badges[ambienteDe(ambiente) ?? 'testecf'],
    rol,
    root: rol === 'root',
    /** Whether the user may make the calls of a policy; undefined while the role is unknown. */
    puede: (policy: Policy): boolean | undefined => rol && puede(rol, policy),
    /** Why this user may not issue; undefined while they may, or while the role is unknown. */
    noEmite:
      rol !== undefined && !puede(rol, 'emitir') ? 'Su rol permite ver los comprobantes, no emitirlos' : undefined,
    /** Why this user may not make reports; undefined while they may, or while the role is unknown. */
    noReporta:
      rol !== undefined && !puede(rol, 'reportar') ? 'Su rol permite ver los reportes, no hacerlos' : undefined,
    /** The server refuses other calls until a second factor is set up; undefined until it has answered. */
    debeActivarDosPasos: data?.debeActivarDosPasos,
    /** When the previous session began; null for the first session; undefined until the server has answered. */
    ultimoAcceso: data?.ultimoAcceso,
    /** `simulador` or `dgii`; undefined until the server has answered. */
    autoridad: data?.autoridad,
  };
}
