import { useState } from 'react';
import { messageOf, Refusal } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Credentials, retirarRegistro } from './api.ts';
import styles from './login-screen.module.css';

interface Props {
  failure: unknown;
  credentials: Credentials;
  onClose: () => void;
}

const codeOf = (failure: unknown) => (failure instanceof Refusal ? failure.problem.code : undefined);

/** Explains why a login failed. An applicant for registration sees the state of the request and may withdraw it. */
export function LoginFailure({ failure, credentials, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [withdrawn, setWithdrawn] = useState<{ text: string }>();
  const isPending = codeOf(failure) === 'sesion/registro-pendiente' && withdrawn === undefined;
  const isRejected = codeOf(failure) === 'sesion/registro-rechazado';

  async function withdraw() {
    setBusy(true);
    try {
      await retirarRegistro({ body: credentials });
      setWithdrawn({ text: 'Su solicitud fue retirada.' });
    } catch (error) {
      setWithdrawn({ text: messageOf(error) });
    }
    setBusy(false);
  }

  return (
    <Dialog
      title={isPending || isRejected || withdrawn ? 'Solicitud de registro' : 'Error'}
      width={360}
      onClose={onClose}
    >
      <p role={withdrawn && 'status'}>{withdrawn?.text ?? messageOf(failure)}</p>
      {isRejected && (
        <p>
          Puede <a href="/registro">enviar otra solicitud</a>.
        </p>
      )}
      {isPending && (
        <button type="button" className={styles.link} disabled={busy} onClick={withdraw}>
          Retirar solicitud
        </button>
      )}
      <button type="button" data-autofocus className={styles.understood} onClick={onClose}>
        Entendido
      </button>
    </Dialog>
  );
}
