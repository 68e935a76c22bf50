import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { roles, rolNombre } from '@timbre/contract/tables';
import { type FormEvent, useRef, useState } from 'react';
import { refusalOr } from '../../../lib/api.ts';
import { focusFirstFault } from '../../../lib/first-fault.ts';
import { notLive } from '../../../lib/live-query.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import { NewPasswordFields } from '../../../ui/new-password.tsx';
import { NoticeDialog } from '../../../ui/notice-dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { showInvitation } from '../../../ui/show-invitation.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { createUsuario, readEntrega } from '../api.ts';
import { emptyUser, faultsOf, type NewUser } from '../new-user.ts';
import styles from './create-form.module.css';

const done = 'Usuario creado exitosamente';

/** A created user with the password set here, and the invitation code, needed if they already had an account. */
interface Created {
  person: string;
  invitacion: string;
}

/** Grants a person access to the company. */
export function CreateForm() {
  const { userId, nombreUsuario, rncEmisor } = useSesion();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [user, setUser] = useState(emptyUser);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [created, setCreated] = useState<Created>();
  const { entrega } =
    useQuery({ queryKey: ['correo'], meta: notLive, queryFn: ({ signal }) => readEntrega({ signal }) }).data ?? {};
  const faults = tried ? faultsOf(user) : {};
  const change = (part: Partial<NewUser>) => setUser((now) => ({ ...now, ...part }));

  const create = useMutation({
    mutationFn: ({ NombreUsuario, Correo, Contrasena, rol, invitar }: NewUser) =>
      createUsuario({
        headers: { usuarioid: userId },
        body: {
          NombreUsuario: NombreUsuario.trim(),
          Correo: Correo.trim(),
          ...(!invitar && { Contrasena }),
          rol,
          UsuarioID_Creador: userId,
          NombreUsuario_Creador: nombreUsuario,
        },
      }),
    onSuccess: ({ NombreUsuario, invitacion }, { invitar }) => {
      setUser(emptyUser);
      setTried(false);
      if (invitar) showInvitation('Usuario creado', done, NombreUsuario, invitacion, true);
      else setCreated({ person: NombreUsuario, invitacion });
      return client.invalidateQueries({ queryKey: ['usuarios'] });
    },
    onError: (error) => setFailure(refusalOr(error, 'Error al crear el usuario')),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (userId === '') {
      setFailure('No se encontró el usuario logueado en el sistema.');
    } else if (Object.keys(faultsOf(user)).length === 0) {
      create.mutate(user);
    } else {
      focusFirstFault(form.current);
    }
  }

  return (
    <Panel title="Crear usuario" note="Entra con su correo, o con el RNC y su nombre de usuario: 131-24679-6/ana.">
      {`${user.NombreUsuario}${user.Correo}${user.Contrasena}` !== '' && <UnsavedGuard />}
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <TextInput
          label="Nombre de usuario"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={user.NombreUsuario}
          error={faults.NombreUsuario}
          onChange={(event) => change({ NombreUsuario: event.currentTarget.value })}
        />
        <TextInput
          type="email"
          label="Correo"
          autoComplete="off"
          maxLength={200}
          value={user.Correo}
          error={faults.Correo}
          onChange={(event) => change({ Correo: event.currentTarget.value })}
        />
        <Checkbox
          label="Invitar a la persona a elegir su contraseña"
          description={
            entrega === 'carpeta'
              ? 'Este servidor no envía correos: la invitación queda guardada en él, y la entrega el administrador de la plataforma'
              : undefined
          }
          checked={user.invitar}
          onChange={(event) => change({ invitar: event.currentTarget.checked })}
        />
        {!user.invitar && (
          <NewPasswordFields
            value={user}
            faults={faults}
            about={[user.NombreUsuario, user.Correo, rncEmisor]}
            onChange={change}
          />
        )}
        <fieldset className={styles.roles}>
          <legend>Rol</legend>
          {roles.map((rol) => (
            <label key={rol}>
              <input type="radio" name="rol" checked={user.rol === rol} onChange={() => change({ rol })} />
              <span>
                <b>{rolNombre[rol].nombre}</b>
                <small>{rolNombre[rol].puede}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <SubmitButton busy={create.isPending}>Crear usuario</SubmitButton>
      </form>
      {created && <CreatedDialog {...created} onClose={() => setCreated(undefined)} />}
      {failure && <NoticeDialog onClose={() => setFailure(undefined)}>{failure}</NoticeDialog>}
    </Panel>
  );
}

/**
 * Explains how the person logs in. The code is behind a button, because only that person knows whether they need it.
 */
function CreatedDialog({ person, invitacion, onClose }: Created & { onClose: () => void }) {
  function showCode() {
    onClose();
    showInvitation('Código de invitación', 'Solo para quien ya usa Timbre con ese correo.', person, invitacion);
  }
  return (
    <Dialog title="Usuario creado" onClose={onClose}>
      <p>{done}</p>
      <p>
        {person} entra con la contraseña que usted le asignó. Si ya usaba Timbre con ese correo, entra con la suya y
        necesita un código.
      </p>
      <div className={form.actions}>
        <Button onClick={showCode}>Ya usaba Timbre: ver su código</Button>
        <Button variant="filled" data-autofocus onClick={onClose}>
          OK
        </Button>
      </div>
    </Dialog>
  );
}
