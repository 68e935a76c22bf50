import { changeAmbiente, useSession } from '../../../lib/session.ts';
import { NoticeDialog } from '../../../ui/notice-dialog.tsx';
import { useSesion } from '../../sesion/use-sesion.ts';

/** Says once that the company is in another environment than when it was last seen here (seeds/000 §4). */
export function AmbienteChanged() {
  const { session } = useSession();
  const { ambiente } = useSesion();
  if (!session || session.ambiente === ambiente) return null;
  return (
    <NoticeDialog title="Ambiente Actualizado" onClose={() => changeAmbiente(ambiente)}>
      El ambiente ha sido cambiado a {ambiente}
    </NoticeDialog>
  );
}
