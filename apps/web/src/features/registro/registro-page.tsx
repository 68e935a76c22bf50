import { useState } from 'react';
import { Themed } from '../../theme/themed.tsx';
import { NoticeDialog } from '../../ui/notice-dialog.tsx';
import { Entrance } from '../sesion/shared.tsx';
import { RegistroForm } from './shared.tsx';

const goToLogin = () => location.assign('/login');

/**
 * The public page where a company requests its registration. The answer does not reveal whether its RNC or e-mail is
 * already registered.
 */
export default function RegistroPage() {
  const [registered, setRegistered] = useState(false);
  return (
    <Themed>
      <Entrance
        title="Registro de Usuario"
        headed
        other={
          <>
            ¿Ya tiene una cuenta? <a href="/login">Iniciar Sesión</a>
          </>
        }
      >
        <p>
          El administrador de la plataforma revisa cada solicitud. Si usted ya usa Timbre con su correo, escriba su
          contraseña actual: la empresa será una más de las suyas.
        </p>
        <RegistroForm onRegistered={() => setRegistered(true)} />
      </Entrance>
      {registered && (
        <NoticeDialog title="Recibimos su solicitud" onClose={goToLogin}>
          El administrador de la plataforma la revisará y puede aprobarla o rechazarla. Para saber qué se decidió,
          inicie sesión con su correo y la contraseña que escribió.
        </NoticeDialog>
      )}
    </Themed>
  );
}
