import { useQuery } from '@tanstack/react-query';
import { puede } from '@timbre/contract/tables';
import type { Policy } from '@timbre/route';
import { type Rol, useSession } from '../../lib/session.ts';
import { readSesion } from './api.ts';

/** Who is working, for whom and where: what was stored at login at once, then what the server says now. */
export function useSesion() {
  const { session } = useSession();
  const { data } = useQuery({ queryKey: ['sesion'], queryFn: ({ signal }) => readSesion({ signal }) });
  const rol = (data?.rol as Rol | undefined) ?? session?.rol;
  const ambiente = data?.Ambiente ?? session?.ambiente ?? 'Test';
  return {
    userId: data?.userId ?? session?.userId ?? '',
    nombreUsuario: data?.nombreUsuario ?? session?.nombreUsuario ?? '',
    razonSocial: data?.razonSocial || session?.razonSocial || 'Mi Empresa',
    rncEmisor: data?.rncEmisor || session?.rncEmisor || '000000000',
    ambiente,
    /** Outside production nothing that is sent is a tax document. */
    production: ambiente === 'PRD' || ambiente === 'Produccion',
    rol,
    root: rol === 'root',
    /** Whether the person may make the calls of a policy; undefined while nobody has said who they are. */
    puede: (policy: Policy): boolean | undefined => rol && puede(rol, policy),
    /** Why this person issues nothing; undefined while they may, or nobody has said who they are. */
    noEmite: rol !== undefined && !puede(rol, 'emitir') ? 'Su rol no emite comprobantes: solo los ve' : undefined,
    /** `simulador` or `dgii`; undefined until the server has said it. */
    autoridad: data?.autoridad,
  };
}
