import { displayAmbiente } from '@timbre/contract/tables';
import { changeAmbiente, useSession } from '../../../lib/session.ts';
import { NoticeDialog } from '../../../ui/notice-dialog.tsx';
import { useSesion } from '../../sesion/use-sesion.ts';

/** Shows once that the company's environment changed since it was last seen in this browser (seeds/000 §4). */
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
