import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { contador } from '@timbre/contract';
import { type FormEvent, useState } from 'react';
import { lastError, useMutation } from '../../../lib/mutation.ts';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { changeMiembro, inviteMiembro, removeMiembro } from '../api.ts';
import styles from '../contador.module.css';
import { CreateDespacho, EnterDespacho, useRefresh } from './create-despacho.tsx';

type Rol = contador.Miembro['rol'];

const roles: Record<Rol, string> = {
  administrador: 'Administrador: todos los clientes y el equipo',
  miembro: 'Miembro: los clientes de los que es responsable',
};

/** The despachos of the user, and who belongs to them. */
export const TeamDialog = ({
  despachos,
  onClose,
}: {
  despachos: readonly contador.Despacho[];
  onClose: () => void;
}) => (
  <Dialog title="Equipo" width={560} onClose={onClose}>
    <div className={styles.form}>
      {despachos.map((despacho) => (
        <Team key={despacho.id} despacho={despacho} />
      ))}
      {despachos.length === 0 && <CreateDespacho />}
      <EnterDespacho />
    </div>
  </Dialog>
);

function Team({ despacho }: { despacho: contador.Despacho }) {
  const refresh = useRefresh();
  const administers = despacho.rol === 'administrador';
  const change = useMutation({
    mutationFn: ({ miembroId, rol }: { miembroId: string; rol: Rol }) =>
      changeMiembro({ params: { id: despacho.id, miembroId }, body: { rol } }),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (miembroId: string) => removeMiembro({ params: { id: despacho.id, miembroId } }),
    onSuccess: refresh,
  });
  return (
    <section className={styles.form} aria-label={despacho.nombre}>
      <h3>{despacho.nombre}</h3>
      <FailureNotice error={lastError(change, remove)} />
      <ul className={styles.outcomes} aria-label={`Personas de ${despacho.nombre}`}>
        {despacho.miembros.map(({ id, nombre, correo, rol, activo, propio }) => (
          <li key={id}>
            <div>
              <b>{nombre}</b>
              <p>
                <Facts of={[correo, ...(activo ? [] : ['invitación sin aceptar'])]} />
              </p>
            </div>
            {administers ? (
              <span className={styles.row}>
                <NativeSelect
                  aria-label={`Rol de ${nombre}`}
                  value={rol}
                  disabled={change.isPending}
                  data={[
                    { value: 'administrador', label: 'Administrador' },
                    { value: 'miembro', label: 'Miembro' },
                  ]}
                  onChange={(event) => change.mutate({ miembroId: id, rol: event.currentTarget.value as Rol })}
                />
                <ConfirmButton
                  title={`Quitar a ${nombre} del despacho`}
                  aria-label={`Quitar a ${nombre}`}
                  loading={remove.isPending && remove.variables === id}
                  onConfirm={() => remove.mutate(id)}
                  question={{
                    title: `Quitar a ${nombre}`,
                    detail: `${nombre} pierde en el acto, en todas sus sesiones, el acceso a los clientes de ${despacho.nombre}.`,
                    confirm: 'Quitar',
                  }}
                >
                  Quitar
                </ConfirmButton>
              </span>
            ) : (
              propio && <Button onClick={() => remove.mutate(id)}>Salir del despacho</Button>
            )}
          </li>
        ))}
      </ul>
      {administers && <Invite despacho={despacho} />}
    </section>
  );
}

function Invite({ despacho }: { despacho: contador.Despacho }) {
  const refresh = useRefresh();
  const empty = { nombre: '', correo: '', rol: 'miembro' as Rol };
  const [person, setPerson] = useState(empty);
  const invite = useMutation({
    mutationFn: () => inviteMiembro({ params: { id: despacho.id }, body: person }),
    onSuccess: () => {
      setPerson(empty);
      return refresh();
    },
  });
  const reason =
    person.nombre.trim().length < 2 || !person.correo.includes('@') ? 'Escriba el nombre y el correo' : undefined;
  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (reason === undefined && !invite.isPending) invite.mutate();
      }}
    >
      <FailureNotice error={invite.error} />
      {invite.data && (
        <p role="status">
          Entregue este código a {invite.data.nombre}: lo escribe en «Equipo» de su pantalla Clientes.{' '}
          <code className={styles.code}>{invite.data.codigo}</code>
        </p>
      )}
      <TextInput
        label="Invitar a una persona"
        placeholder="Nombre"
        maxLength={100}
        value={person.nombre}
        onChange={(event) => setPerson({ ...person, nombre: event.currentTarget.value })}
      />
      <TextInput
        label="Correo con el que entra en Timbre"
        type="email"
        maxLength={200}
        value={person.correo}
        onChange={(event) => setPerson({ ...person, correo: event.currentTarget.value })}
      />
      <NativeSelect
        label="Rol"
        value={person.rol}
        data={(Object.keys(roles) as Rol[]).map((rol) => ({ value: rol, label: roles[rol] }))}
        onChange={(event) => setPerson({ ...person, rol: event.currentTarget.value as Rol })}
      />
      <SubmitButton reason={reason} busy={invite.isPending}>
        Invitar
      </SubmitButton>
    </form>
  );
}
