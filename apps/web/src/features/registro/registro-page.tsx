import { useState } from 'react';
import { Themed } from '../../app/themed.tsx';
import { NoticeDialog } from '../../ui/notice-dialog.tsx';
import { Entrance } from '../sesion/entrance.tsx';
import { RegistroForm } from './registro-form.tsx';

const goToLogin = () => location.assign('/login');

/** Where a company registers by itself; it waits until the platform's administrator approves it. */
export default function RegistroPage() {
  const [registered, setRegistered] = useState(false);
  return (
    <Themed>
      <Entrance
        title="Registro de Usuario"
        other={
          <>
            ¿Ya tiene una cuenta? <a href="/login">Iniciar Sesión</a>
          </>
        }
      >
        <h2>Registro de Usuario</h2>
        <p>Al registrarse, su empresa queda en espera de aprobación: podrá entrar con su RNC cuando sea aprobada.</p>
        <RegistroForm onRegistered={() => setRegistered(true)} />
      </Entrance>
      {registered && (
        <NoticeDialog title="Usuario registrado exitosamente" onClose={goToLogin}>
          Su empresa espera la aprobación del administrador de la plataforma. Cuando sea aprobada, entre con su RNC y la
          contraseña que acaba de elegir.
        </NoticeDialog>
      )}
    </Themed>
  );
}
