import { useQuery } from '@tanstack/react-query';
import { ambienteDe, puede } from '@timbre/contract/tables';
import type { Policy } from '@timbre/route';
import { ofConfiguracion } from '../../lib/live-query.ts';
import { type Rol, useSession } from '../../lib/session.ts';
import { readSesion } from './api.ts';
import { badges } from './badges.ts';

/** The user, the company and the server's settings: first as stored at login, then as returned by the server. */
export function useSesion() {
  const { session } = useSession();
  const { data } = useQuery({
    queryKey: ['sesion'],
    meta: ofConfiguracion,
    queryFn: ({ signal }) => readSesion({ signal }),
  });
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
