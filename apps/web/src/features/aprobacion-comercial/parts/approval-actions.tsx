import { formatCount } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Toolbar } from '../../autoridad/shared.ts';
import { counted, sendable, signable, type Totales } from '../progress.ts';
import type { ApprovalWork } from '../use-approval-work.ts';

interface Props {
  totales: Totales;
  work: ApprovalWork;
}

/** The actions on all approvals. If there is nothing to sign or send, the server's response states it. */
export function ApprovalActions({ totales, work }: Props) {
  const { isForReal } = useSesion();
  const { sign, send, signing, sending, autoridad } = work;
  const { noEmite, rehearsing } = autoridad;
  const [toSign, toSend] = [signable(totales), sendable(totales)];
  const sendAll = `Enviar ${counted(toSend)}`;
  return (
    <Toolbar>
      <ActionButton
        variant={toSign > 0 ? 'filled' : 'default'}
        disabled={noEmite !== undefined}
        loading={signing}
        title={noEmite}
        onClick={() => sign()}
      >
        Firmar Todos{toSign > 0 && ` · ${formatCount(toSign)}`}
      </ActionButton>
      <ConfirmButton
        variant={toSign === 0 && toSend > 0 ? 'filled' : 'default'}
        disabled={noEmite !== undefined}
        loading={sending}
        title={noEmite ?? sendAll}
        onConfirm={() => send()}
        question={
          isForReal && !rehearsing && toSend > 0
            ? {
                title: `${sendAll} en PRODUCCIÓN`,
                detail: 'Serán respuestas comerciales válidas ante la DGII. Un envío no se puede deshacer.',
                confirm: `${sendAll} en PRODUCCIÓN`,
              }
            : undefined
        }
      >
        Enviar Todos{toSend > 0 && ` · ${formatCount(toSend)}`}
      </ConfirmButton>
    </Toolbar>
  );
}
