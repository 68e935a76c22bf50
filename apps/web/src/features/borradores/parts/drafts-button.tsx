import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAmount, formatMoment } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import text from '../../../ui/text.module.css';
import { deleteBorrador, listBorradores } from '../api.ts';
import styles from '../borradores.module.css';
import type { Opening } from '../search.ts';

interface Props {
  /** The draft that is open. */
  id: string;
  onOpen: (opening: Opening) => void;
  /** The open draft was deleted. */
  onDeleted: () => void;
}

/** Opens the list of drafts. */
export function DraftsButton(props: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>Borradores</Button>
      {opened && <DraftsDialog {...props} onClose={() => setOpened(false)} />}
    </>
  );
}

function DraftsDialog({ id, onOpen, onDeleted, onClose }: Props & { onClose: () => void }) {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['borradores'],
    meta: notLive,
    queryFn: ({ signal }) => listBorradores({ signal }),
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: (gone: string) => deleteBorrador({ params: { id: gone } }),
    onSuccess: async (_, gone) => {
      await client.invalidateQueries({ queryKey: ['borradores'] });
      if (gone !== id) return;
      onDeleted();
      onClose();
      onOpen({});
    },
  });
  const failure = error ?? remove.error;
  return (
    <Dialog title="Borradores" width={560} onClose={onClose}>
      <FailureNotice error={failure} />
      {data === undefined ? (
        !error && <Skeleton rows={3} label="Cargando los borradores" />
      ) : data.length === 0 ? (
        <EmptyState
          title="No hay borradores"
          detail="Una factura que se empieza se guarda aquí sola, hasta que se emite. La ve todo el que emite en la empresa."
        />
      ) : (
        <ul className={styles.drafts}>
          {data.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                disabled={one.id === id}
                onClick={() => {
                  onClose();
                  onOpen({ borrador: one.id });
                }}
              >
                <span>
                  E{one.tipo} · {one.comprador || 'Sin comprador'} · RD$ {formatAmount(one.monto)}
                </span>
                <small className={text.quiet}>
                  {one.por} · {formatMoment(one.modificado)}
                  {one.id === id ? ' · abierto' : ''}
                </small>
              </button>
              <IconButton
                icon={IconTrash}
                label={`Eliminar el borrador de ${one.comprador || 'sin comprador'}`}
                onClick={() => remove.mutate(one.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
