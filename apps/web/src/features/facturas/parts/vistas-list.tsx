import { Button, TextInput } from '@mantine/core';
import { IconPencil, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMutation } from '../../../lib/mutation.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import chip from '../../../ui/filter-chip.module.css';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { changeVista, removeVista, saveVista, vistasKey } from '../api.ts';
import type { Vista } from '../vistas.ts';
import styles from './vistas-chip.module.css';

interface Props {
  vistas: readonly Vista[];
  current: Vista | undefined;
  busqueda: string;
  onApply: (vista: Vista) => void;
}

/** The saved filters: apply, rename, remove, make one the default, and save another. */
export function VistasList({ vistas, current, busqueda, onApply }: Props) {
  const client = useQueryClient();
  const [renaming, setRenaming] = useState<string>();
  const act = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: () => client.invalidateQueries({ queryKey: vistasKey }),
  });
  const nameOf = (form: HTMLFormElement) => String(new FormData(form).get('nombre')).trim();

  return (
    <div className={styles.vistas}>
      {vistas.length === 0 && <p>Guarde aquí los filtros que usa a menudo.</p>}
      {vistas.map((vista) => {
        const { id, nombre, predeterminada } = vista;
        const params = { id };
        return renaming === id ? (
          <form
            key={id}
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              const to = nameOf(event.currentTarget);
              setRenaming(undefined);
              if (to && to !== nombre) act.mutate(() => changeVista({ params, body: { nombre: to } }));
            }}
          >
            <TextInput
              name="nombre"
              aria-label={`Nombre de ${nombre}`}
              defaultValue={nombre}
              maxLength={40}
              autoComplete="off"
              data-autofocus
              autoFocus
            />
            <Button type="submit">Renombrar</Button>
          </form>
        ) : (
          <div key={id} className={styles.vista}>
            <button
              type="button"
              className={chip.choice}
              aria-pressed={vista === current}
              onClick={() => onApply(vista)}
            >
              {nombre}
            </button>
            <IconButton
              icon={predeterminada ? IconStarFilled : IconStar}
              label={predeterminada ? `No abrir la lista con ${nombre}` : `Abrir la lista con ${nombre}`}
              onClick={() => act.mutate(() => changeVista({ params, body: { predeterminada: !predeterminada } }))}
            />
            <IconButton icon={IconPencil} label={`Renombrar ${nombre}`} onClick={() => setRenaming(id)} />
            <IconButton
              icon={IconTrash}
              label={`Eliminar la vista ${nombre}`}
              onClick={() => act.mutate(() => removeVista({ params }))}
            />
          </div>
        );
      })}
      {current === undefined && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            const nombre = nameOf(event.currentTarget);
            if (nombre) act.mutate(() => saveVista({ body: { nombre, busqueda } }));
          }}
        >
          <TextInput name="nombre" label="Guardar estos filtros como" maxLength={40} autoComplete="off" />
          <SubmitButton busy={act.isPending}>Guardar</SubmitButton>
        </form>
      )}
      <FailureNotice error={act.error} />
    </div>
  );
}
