import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { startSession } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { login } from './api.ts';
import { Entrance } from './entrance.tsx';
import styles from './login-screen.module.css';

/** An RNC may be typed with its dashes; an e-mail or a user name goes as it is. */
const accountOf = (typed: string): string => (/^[\d\s-]+$/.test(typed) ? typed.replace(/\D/g, '') : typed.trim());

/**
 * The entrance.
 *
 * @param notice why the last session ended, where the person did not ask for it
 */
export function LoginScreen({ notice }: { notice: string | undefined }) {
  const [busy, setBusy] = useState(false);
  const [visible, setVisible] = useState(false);
  const [failure, setFailure] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    try {
      const answer = await login({
        body: { correo: accountOf(String(fields.get('rnc'))), contrasena: String(fields.get('contrasena')) },
      });
      startSession(answer);
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  }

  function closeFailure() {
    setFailure(undefined);
    form.current?.querySelector<HTMLInputElement>('[name=contrasena]')?.select();
  }

  return (
    <Entrance
      title="Iniciar sesión"
      other={
        <>
          ¿Su empresa aún no está registrada? <a href="/registro">Registrarse</a>
        </>
      }
    >
      <form ref={form} className={styles.form} onSubmit={submit} aria-busy={busy}>
        {notice && (
          <p className={styles.notice} role="status">
            {notice}
          </p>
        )}
        <label className={styles.field}>
          <span>RNC</span>
          <input
            name="rnc"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="000-00000-0"
            maxLength={200}
            required
            // biome-ignore lint/a11y/noAutofocus: the only task of this page
            autoFocus
          />
        </label>
        <div className={styles.field}>
          <label htmlFor="contrasena">Contraseña</label>
          <span className={styles.password}>
            <input
              id="contrasena"
              name="contrasena"
              type={visible ? 'text' : 'password'}
              autoComplete="current-password"
              maxLength={200}
              required
            />
            <button type="button" aria-pressed={visible} onClick={() => setVisible(!visible)}>
              {visible ? 'Ocultar' : 'Mostrar'}
              <span className={styles.hidden}> contraseña</span>
            </button>
          </span>
        </div>
        <button type="submit" className={styles.submit} disabled={busy}>
          Iniciar Sesión
        </button>
        {busy && (
          <div className={styles.overlay} role="status">
            <span className={styles.spinner} aria-hidden="true" />
            Iniciando sesión...
          </div>
        )}
      </form>
      {failure && (
        <Dialog title="Error" width={360} onClose={closeFailure}>
          <p>{failure}</p>
          <button type="button" data-autofocus className={styles.understood} onClick={closeFailure}>
            Entendido
          </button>
        </Dialog>
      )}
    </Entrance>
  );
}
