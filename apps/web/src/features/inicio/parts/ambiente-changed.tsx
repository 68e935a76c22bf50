import { displayAmbiente } from '@timbre/contract/tables';
import { changeAmbiente, useSession } from '../../../lib/session.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { NoticeDialog } from '../../../ui/notice-dialog.tsx';

/** Shows once that the company's environment changed since it was last seen in this browser (specification 000 §4). */
export function AmbienteChanged() {
  const { session } = useSession();
  const { ambiente } = useSesion();
  if (!session || session.ambiente === ambiente) return null;
  return (
    <NoticeDialog title="Ambiente Actualizado" onClose={() => changeAmbiente(ambiente)}>
      El ambiente ha sido cambiado a {displayAmbiente(ambiente)}
    </NoticeDialog>
  );
}
