import { type FormEvent, useState } from 'react';
import { messageOf, Refusal } from '../../lib/api.ts';
import { digitsOf } from '../../lib/code.ts';
import { startSession } from '../../lib/session.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { type Credentials, login } from './api.ts';
import { LoggingIn } from './logging-in.tsx';
import styles from './login-screen.module.css';
import { OtherUser } from './other-user.tsx';
import { Entrance } from './shared.tsx';

interface Props {
  credentials: Credentials;
  /** The code was correct, but the login failed for another reason. */
  onRefused: (error: unknown, credentials: Credentials) => void;
  onBack: () => void;
}

/** The second step of the login: the code of the second factor. Six digits are sent without a button. */
export function LoginCode({ credentials, onRefused, onBack }: Props) {
  const [kind, setKind] = useState<'aplicacion' | 'recuperacion'>('aplicacion');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ofApplication = kind === 'aplicacion';

  async function enter(codigo: string) {
    setBusy(true);
    setFailure(undefined);
    try {
      startSession(await login({ body: { ...credentials, codigo } }));
    } catch (error) {
      if (isAfterCode(error)) return onRefused(error, credentials);
      setFailure(messageOf(error));
      setTyped('');
      setBusy(false);
    }
  }

  function change(value: string) {
    setTyped(value);
    setFailure(undefined);
    const code = ofApplication && !busy ? digitsOf(value) : undefined;
    if (code !== undefined) enter(code);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() === '') setFailure('Escriba el código');
    else if (!busy) enter(typed.trim());
  }

  function switchKind() {
    setKind(ofApplication ? 'recuperacion' : 'aplicacion');
    setTyped('');
    setFailure(undefined);
  }

  return (
    <Entrance title="Verificación en dos pasos" headed other={<OtherUser onClick={onBack} />}>
      <p>
        {ofApplication
          ? 'Escriba el código que muestra su aplicación de autenticación para Timbre.'
          : 'Escriba uno de los códigos que guardó al activar la verificación. Cada uno sirve una vez.'}
      </p>
      <form className={styles.form} onSubmit={submit} aria-busy={busy}>
        <CodeField key={kind} kind={kind} value={typed} error={failure} autoFocus onChange={change} />
        <button type="submit" className={styles.submit} disabled={busy}>
          Entrar
        </button>
        <button type="button" className={styles.link} onClick={switchKind}>
          {ofApplication ? 'No tengo el teléfono: usar un código de recuperación' : 'Usar el código de la aplicación'}
        </button>
        {busy && <LoggingIn />}
      </form>
    </Entrance>
  );
}

/** Refusals returned only after a correct password and code. */
const isAfterCode = (error: unknown): boolean =>
  error instanceof Refusal && /^(sesion\/(invitacion|registro-)|invitacion\/)/.test(error.problem.code);
