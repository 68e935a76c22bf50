import { type FormEvent, useState } from 'react';
import * as correoCalls from '../../calls/correo.generated.ts';
import { caller, messageOf } from '../../lib/api.ts';
import { passwordRules } from '../../lib/password-rules.ts';
import { Themed } from '../../theme/themed.tsx';
import { Banner } from '../../ui/banner.tsx';
import { NewPasswordFields } from '../../ui/new-password.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Entrance } from '../sesion/shared.tsx';
import styles from './page.module.css';

const takeLink = caller(correoCalls.usarEnlace);

/**
 * The public page of a link, where a user chooses their password. The token follows `#`, so it is never sent to the
 * server as part of the address.
 */
export default function RestablecerPage() {
  const [enlace] = useState(() => location.hash.slice(1));
  const [typed, setTyped] = useState({ Contrasena: '', ConfirmarContrasena: '' });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const reason = passwordRules(typed.Contrasena, typed.ConfirmarContrasena, []).find(({ holds }) => !holds)?.says;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (reason || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await takeLink({ body: { enlace, ...typed } });
      history.replaceState(null, '', '/restablecer');
      setDone(true);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Themed>
      <Entrance
        title="Elegir contraseña"
        headed
        other={
          <>
            ¿No le sirve el enlace? <a href="/recuperar">Pedir otro</a>
          </>
        }
      >
        {done ? (
          <p role="status">
            Su contraseña cambió y sus sesiones se cerraron. <a href="/login">Iniciar sesión</a>
          </p>
        ) : enlace === '' ? (
          <Banner>Abra esta página con el enlace completo que recibió.</Banner>
        ) : (
          <form className={styles.form} onSubmit={submit} aria-busy={busy}>
            <NewPasswordFields
              labels={['Contraseña nueva', 'Confirmar contraseña nueva']}
              value={typed}
              faults={{}}
              about={[]}
              onChange={(part) => setTyped((now) => ({ ...now, ...part }))}
            />
            {failure && <Banner>{failure}</Banner>}
            <SubmitButton reason={reason} busy={busy}>
              Guardar contraseña
            </SubmitButton>
          </form>
        )}
      </Entrance>
    </Themed>
  );
}
