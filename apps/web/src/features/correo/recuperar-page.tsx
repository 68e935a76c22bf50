import { TextInput } from '@mantine/core';
import type { correo } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { type FormEvent, useState } from 'react';
import * as correoCalls from '../../calls/correo.generated.ts';
import { caller, messageOf } from '../../lib/api.ts';
import { isEmail } from '../../lib/email.ts';
import { focusFirstFault } from '../../lib/first-fault.ts';
import { Themed } from '../../theme/themed.tsx';
import { Banner } from '../../ui/banner.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Entrance } from '../sesion/shared.tsx';
import styles from './page.module.css';

const askLink = caller(correoCalls.pedirEnlace);

type Entrega = AnswerOf<typeof correo.pedirEnlace>['entrega'];

/**
 * The text shown after a request, by the way in which mail is sent. It does not depend on whether the address belongs
 * to a user.
 */
const texts: Readonly<Record<Entrega, string>> = {
  smtp: 'Si ese correo es de un usuario, le llegará un enlace para elegir otra contraseña. Sirve una vez, durante 30 minutos.',
  carpeta:
    'Este servidor no envía correos. Si ese correo es de un usuario, el mensaje quedó guardado en el servidor: pida el enlace al administrador de la plataforma. Sirve una vez, durante 30 minutos.',
};

/** The public page where a user who forgot their password requests a link. */
export default function RecuperarPage() {
  const [correo, setCorreo] = useState('');
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [entrega, setEntrega] = useState<Entrega>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wrong = isEmail(correo) ? undefined : 'Escriba un correo completo, como ana@empresa.do';
    setFault(wrong);
    setFailure(undefined);
    if (wrong) return focusFirstFault(event.currentTarget);
    setBusy(true);
    try {
      setEntrega((await askLink({ body: { correo: correo.trim() } })).entrega);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Themed>
      <Entrance title="Recuperar contraseña" headed other={<a href="/login">Volver a iniciar sesión</a>}>
        {entrega ? (
          <p role="status">{texts[entrega]}</p>
        ) : (
          <form className={styles.form} noValidate aria-busy={busy} onSubmit={submit}>
            <p>
              Escriba el correo de su usuario. Un administrador de su empresa también puede pedir el enlace por usted.
            </p>
            <TextInput
              type="email"
              label="Correo"
              autoComplete="email"
              maxLength={200}
              value={correo}
              error={fault}
              onChange={(event) => setCorreo(event.currentTarget.value)}
            />
            {failure && <Banner>{failure}</Banner>}
            <SubmitButton busy={busy}>Pedir el enlace</SubmitButton>
          </form>
        )}
      </Entrance>
    </Themed>
  );
}
