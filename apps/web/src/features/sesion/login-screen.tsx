import { type FormEvent, useRef, useState } from 'react';
import { messageOf, Refusal } from '../../lib/api.ts';
import { asksForCode } from '../../lib/code-refusals.ts';
import { startSession } from '../../lib/session.ts';
import { type Credentials, login } from './api.ts';
import { EntranceField, faultProps } from './entrance-field.tsx';
import { LoggingIn } from './logging-in.tsx';
import { LoginCode } from './login-code.tsx';
import { LoginFailure } from './login-failure.tsx';
import { LoginInvitation } from './login-invitation.tsx';
import styles from './login-screen.module.css';
import { Entrance } from './shared.tsx';

/** An RNC may be typed with its dashes; an e-mail or a user name is sent unchanged. */
const accountOf = (typed: string): string => (/^[\d\s-]+$/.test(typed) ? typed.replace(/\D/g, '') : typed.trim());

/** The errors of the form, by field. */
type Faults = { readonly rnc?: string; readonly contrasena?: string };

function faultsOf({ correo, contrasena }: Credentials): Faults {
  return {
    ...(correo === '' && { rnc: 'Escriba el RNC, el correo o el usuario' }),
    ...(contrasena === '' && { contrasena: 'Escriba la contraseña' }),
  };
}

/** The additional input that the login requires after a correct password. */
interface Asked {
  readonly what: 'codigo' | 'invitacion';
  readonly credentials: Credentials;
}

/** Returns the input that a refusal requires; undefined if the login has failed. */
function askedBy(error: unknown): Asked['what'] | undefined {
  if (asksForCode(error)) return 'codigo';
  return error instanceof Refusal && error.problem.code === 'sesion/invitacion' ? 'invitacion' : undefined;
}

/**
 * The login screen.
 *
 * @param notice why the last session ended, if the user did not log out
 */
export function LoginScreen({ notice }: { notice: string | undefined }) {
  const [busy, setBusy] = useState(false);
  const [visible, setVisible] = useState(false);
  const [failed, setFailed] = useState<{ failure: unknown; credentials: Credentials }>();
  const [asked, setAsked] = useState<Asked>();
  /** The message of the last attempt. It stays in the form after its dialog was closed. */
  const [message, setMessage] = useState<string>();
  const [faults, setFaults] = useState<Faults>({});
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const body = { correo: accountOf(String(fields.get('rnc'))), contrasena: String(fields.get('contrasena')) };
    const missing = faultsOf(body);
    setFaults(missing);
    setMessage(undefined);
    const [first] = Object.keys(missing);
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    try {
      startSession(await login({ body }));
    } catch (error) {
      refused(error, body);
      setBusy(false);
    }
  }

  function refused(failure: unknown, credentials: Credentials) {
    const what = askedBy(failure);
    setAsked(what && { what, credentials });
    if (what === undefined) setFailed({ failure, credentials });
  }

  function closeFailure() {
    setMessage(failed && messageOf(failed.failure));
    setFailed(undefined);
    form.current?.querySelector<HTMLInputElement>('[name=contrasena]')?.select();
  }

  const startOver = () => setAsked(undefined);
  if (asked?.what === 'codigo')
    return <LoginCode credentials={asked.credentials} onRefused={refused} onBack={startOver} />;
  if (asked?.what === 'invitacion') {
    const { credentials } = asked;
    const askCode = (invitacion: string) => setAsked({ what: 'codigo', credentials: { ...credentials, invitacion } });
    return <LoginInvitation credentials={credentials} onCode={askCode} onBack={startOver} />;
  }

  return (
    <Entrance
      title="Iniciar sesión"
      other={
        <>
          ¿Su empresa aún no está registrada? <a href="/registro">Registrarse</a>
          <br />
          ¿Tiene un e-CF de cualquier proveedor? <a href="/ensayo">Ensayar un XML</a>
          <br />
          ¿Recibió un archivo firmado? <a href="/verificar">Verificar su firma</a>
        </>
      }
    >
      <form ref={form} className={styles.form} noValidate onSubmit={submit} aria-busy={busy}>
        {message ? (
          <p className={styles.failure}>{message}</p>
        ) : (
          notice && (
            <p className={styles.notice} role="status">
              {notice}
            </p>
          )
        )}
        <EntranceField label="RNC" id="rnc" fault={faults.rnc}>
          <input
            {...faultProps('rnc', faults.rnc)}
            name="rnc"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="000-00000-0"
            maxLength={200}
            onInput={() => setFaults(({ rnc: _, ...others }) => others)}
            // biome-ignore lint/a11y/noAutofocus: the only task of this page
            autoFocus
          />
        </EntranceField>
        <EntranceField label="Contraseña" id="contrasena" fault={faults.contrasena}>
          <span className={styles.password}>
            <input
              {...faultProps('contrasena', faults.contrasena)}
              name="contrasena"
              type={visible ? 'text' : 'password'}
              autoComplete="current-password"
              maxLength={200}
              onInput={() => setFaults(({ contrasena: _, ...others }) => others)}
            />
            <button type="button" aria-pressed={visible} onClick={() => setVisible(!visible)}>
              {visible ? 'Ocultar' : 'Mostrar'}
              <span className={styles.hidden}> contraseña</span>
            </button>
          </span>
        </EntranceField>
        <button type="submit" className={styles.submit} disabled={busy}>
          Iniciar Sesión
        </button>
        {busy && <LoggingIn />}
      </form>
      <p className={styles.forgotten}>
        <a href="/recuperar">¿Olvidó su contraseña?</a>
      </p>
      {failed && <LoginFailure {...failed} onClose={closeFailure} />}
    </Entrance>
  );
}
