import { featureMenu } from '@timbre/contract/tables';
import { Suspense } from 'react';
import { formatCounted } from '../../lib/format.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CompanyDespachos } from '../contador/shared.ts';
import { DosPasosPanel } from '../dos-pasos/shared.tsx';
import { CreateForm } from './parts/create-form.tsx';
import { MyPassword } from './parts/my-password.tsx';
import { OpenSessions } from './parts/open-sessions.tsx';
import { UserList, useUsuarios } from './parts/user-list.tsx';
import styles from './usuarios-screen.module.css';

/** The users of the company, for its administrators; for everyone, their own password and sessions. */
export function UsuariosScreen() {
  return useSesion().puede('administrar') ? <Administered /> : <Own />;
}

function Administered() {
  const { razonSocial } = useSesion();
  const { data } = useUsuarios();
  return (
    <>
      <PageHeader
        title={featureMenu.usuarios.titulo}
        facts={data && `${formatCounted(data.length, 'usuario')} de ${razonSocial}`}
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          <UserList />
          <Suspense fallback={<Skeleton rows={1} height={120} />}>
            <CompanyDespachos />
          </Suspense>
          <OpenSessions />
        </div>
        <div className={styles.column}>
          <CreateForm />
          <MyPassword />
          <DosPasosPanel />
        </div>
      </div>
    </>
  );
}

function Own() {
  const { nombreUsuario } = useSesion();
  return (
    <>
      <PageHeader
        title={featureMenu.usuarios.titulo}
        facts={`Su contraseña, su verificación y sus sesiones, ${nombreUsuario}`}
      />
      <div className={styles.columns}>
        <OpenSessions />
        <div className={styles.column}>
          <MyPassword />
          <DosPasosPanel />
        </div>
      </div>
    </>
  );
}
