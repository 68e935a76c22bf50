import { Checkbox, NativeSelect } from '@mantine/core';
import type { contador } from '@timbre/contract';
import { type FormEvent, useState } from 'react';
import { formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { assignClientes } from '../api.ts';
import styles from '../contador.module.css';
import type { Cliente } from '../filters.ts';
import { useRefresh } from './create-despacho.tsx';

interface Props {
  despacho: contador.Despacho;
  /** The clients without a responsible member. */
  clientes: readonly Cliente[];
  onClose: () => void;
}

/** Makes a member of the despacho responsible for clients that have nobody. */
export function AssignDialog({ despacho, clientes, onClose }: Props) {
  const refresh = useRefresh();
  const [responsableId, setResponsable] = useState(despacho.miembros.find(({ propio }) => propio)?.id ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(clientes.map(({ clienteId }) => clienteId!)));
  const assign = useMutation({
    mutationFn: () => assignClientes({ params: { id: despacho.id }, body: { clientes: [...chosen], responsableId } }),
    onSuccess: async ({ asignados }) => {
      await refresh();
      toast(`${formatCounted(asignados, 'empresa')} con responsable`);
      onClose();
    },
  });
  const toggle = (id: string, isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  return (
    <Dialog title="Asignar responsable" onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (chosen.size > 0 && !assign.isPending) assign.mutate();
        }}
      >
        <FailureNotice error={assign.error} />
        <NativeSelect
          label="Responsable"
          description="Tendrá acceso a esas empresas. Los administradores lo tienen a todas."
          value={responsableId}
          data={despacho.miembros.map(({ id, nombre, activo }) => ({
            value: id,
            label: activo ? nombre : `${nombre} (invitación sin aceptar)`,
          }))}
          onChange={(event) => setResponsable(event.currentTarget.value)}
        />
        <ul className={styles.outcomes} aria-label="Empresas sin responsable">
          {clientes.map(({ clienteId, nombre }) => (
            <li key={clienteId}>
              <Checkbox
                label={nombre}
                checked={chosen.has(clienteId!)}
                onChange={(event) => toggle(clienteId!, event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
        <SubmitButton reason={chosen.size === 0 ? 'Marque al menos una empresa' : undefined} busy={assign.isPending}>
          Asignar {formatCounted(chosen.size, 'empresa')}
        </SubmitButton>
      </form>
    </Dialog>
  );
}
