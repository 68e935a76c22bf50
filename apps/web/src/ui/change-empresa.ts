import * as sesionCalls from '../calls/sesion.generated.ts';
import { caller, messageOf } from '../lib/api.ts';
import { startSession } from '../lib/session.ts';
import { toast } from './toast.tsx';
import { leaveUnsaved } from './unsaved-guard.tsx';

const cambiarEmpresa = caller(sesionCalls.cambiarEmpresa);

/** Switches to another company and opens its first screen. Asks for confirmation if there are unsaved changes. */
export function changeEmpresa(empresaId: string): void {
  leaveUnsaved(async () => {
    try {
      const opened = await cambiarEmpresa({ body: { empresaId } });
      history.replaceState(null, '', '/home');
      startSession(opened);
    } catch (error) {
      toast(messageOf(error), 'bad');
    }
  });
}
