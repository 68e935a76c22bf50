import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { asksForCode } from '../../lib/code-refusals.ts';
import { startSession } from '../../lib/session.ts';
import { type Credentials, login } from './api.ts';
import { EntranceField, faultProps } from './entrance-field.tsx';
import { LoggingIn } from './logging-in.tsx';
import styles from './login-screen.module.css';
import { OtherUser } from './other-user.tsx';
import { Entrance } from './shared.tsx';

interface Props {
  credentials: Credentials;
  /** Another code of the second factor is needed with the invitation. */
  onCode: (invitacion: string) => void;
  onBack: () => void;
}

/** The login of a user without a company: asks for an invitation code. */
export function LoginInvitation({ credentials, onCode, onBack }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const fault = missing ? 'Escriba el código de invitación' : undefined;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const invitacion = String(new FormData(event.currentTarget).get('invitacion')).trim();
    setFailure(undefined);
    setMissing(invitacion === '');
    if (invitacion === '') return field.current?.focus();
    setBusy(true);
    try {
      startSession(await login({ body: { ...credentials, invitacion } }));
    } catch (error) {
      if (asksForCode(error)) onCode(invitacion);
      else setFailure(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Entrance title="Código de invitación" headed other={<OtherUser onClick={onBack} />}>
      <p>Una empresa le invita a trabajar en ella. Escriba el código que le entregó su administrador.</p>
      <form className={styles.form} noValidate onSubmit={submit} aria-busy={busy}>
        {failure && (
          <p className={styles.notice} role="alert">
            {failure}
          </p>
        )}
        <EntranceField label="Código de invitación" id="invitacion" fault={fault}>
          <input
            {...faultProps('invitacion', fault)}
            ref={field}
            name="invitacion"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            onInput={() => setMissing(false)}
            // biome-ignore lint/a11y/noAutofocus: the only task of this page
            autoFocus
          />
        </EntranceField>
        <button type="submit" className={styles.submit} disabled={busy}>
          Entrar
        </button>
        {busy && <LoggingIn />}
      </form>
    </Entrance>
  );
}
