import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { empresasKey } from '../../../lib/empresas.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { createDespacho, enterDespacho } from '../api.ts';
import styles from '../contador.module.css';
import { clientesKey, despachosKey } from '../use-clientes.ts';
import { CodeForm } from './code-form.tsx';

/** Asks again for what depends on the despachos of the user. */
export function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([empresasKey, despachosKey, clientesKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The form that creates a despacho. */
export function CreateDespacho() {
  const refresh = useRefresh();
  const [names, setNames] = useState({ nombre: '', suNombre: '' });
  const create = useMutation({ mutationFn: () => createDespacho({ body: names }), onSuccess: refresh });
  const missing = names.nombre.trim().length < 2 || names.suNombre.trim().length < 2;
  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!missing && !create.isPending) create.mutate();
      }}
    >
      <FailureNotice error={create.error} />
      <TextInput
        data-autofocus
        label="Nombre del despacho"
        description="Lo ven sus clientes cuando les pide permiso."
        maxLength={150}
        value={names.nombre}
        onChange={(event) => setNames({ ...names, nombre: event.currentTarget.value })}
      />
      <TextInput
        label="Su nombre"
        description="Así aparece como responsable de sus clientes."
        maxLength={100}
        value={names.suNombre}
        onChange={(event) => setNames({ ...names, suNombre: event.currentTarget.value })}
      />
      <SubmitButton reason={missing ? 'Escriba los dos nombres' : undefined} busy={create.isPending}>
        Crear despacho
      </SubmitButton>
    </form>
  );
}

/** The form that enters a despacho with the code of an invitation. */
export function EnterDespacho() {
  const refresh = useRefresh();
  return (
    <CodeForm
      label="Código de un despacho que le invita"
      action="Entrar al despacho"
      send={(codigo) => enterDespacho({ body: { codigo } })}
      onDone={refresh}
    />
  );
}
