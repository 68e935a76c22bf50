import { Button, Textarea, TextInput } from '@mantine/core';
import type { documentos } from '@timbre/contract';
import { estadoNombre } from '@timbre/contract/tables';
import { type FormEvent, useState } from 'react';
import { formatCounted } from '../../lib/format.ts';
import { lastError, useMutation } from '../../lib/mutation.ts';
import { Banner } from '../../ui/banner.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import form from '../../ui/form.module.css';
import text from '../../ui/text.module.css';
import { toast } from '../../ui/toast.tsx';
import { EditDialog } from '../../ui/unsaved-guard.tsx';
import { settleList } from './api.ts';
import styles from './settle-list-modal.module.css';

type Linea = documentos.LineaDeLista;

/** The outcomes of the lines, in the order in which they are shown. */
const outcomes: readonly { readonly of: Linea['resultado']; readonly title: string }[] = [
  { of: 'se_asienta', title: 'Se registran' },
  { of: 'contradice', title: 'La lista dice dos estados: confírmelos uno a uno' },
  { of: 'sin_estado', title: 'La línea no dice un estado claro: confírmelos uno a uno' },
  { of: 'en_envio', title: 'Se están enviando otra vez: espere esa respuesta' },
  { of: 'confirmado', title: 'Ya tienen respuesta: no cambian' },
  { of: 'no_esta', title: 'No están en Timbre, en el ambiente de la empresa' },
];

/** Records the verdicts of many unconfirmed documents from a list that the user copied from the authority's portal. */
export function SettleListModal({ onClose }: { onClose: () => void }) {
  const [lista, setLista] = useState('');
  const [nota, setNota] = useState('');
  const review = useMutation({ mutationFn: () => settleList({ body: { lista } }) });
  const settle = useMutation({
    mutationFn: () => settleList({ body: { lista, aplicar: true, ...(nota.trim() !== '' && { nota: nota.trim() }) } }),
    onSuccess: ({ lineas }) => {
      toast(`${formatCounted(numbersOf(lineas, 'asentado').length, 'respuesta registrada', 'respuestas registradas')}`);
      onClose();
    },
  });
  const lineas = review.data?.lineas;
  const ready = numbersOf(lineas ?? [], 'se_asienta');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (review.isPending || settle.isPending || lista.trim() === '') return;
    if (lineas === undefined) review.mutate();
    else if (ready.length > 0) settle.mutate();
  };

  return (
    <EditDialog
      title="Confirmar con la lista de la DGII"
      width={640}
      changed={lista !== '' && !settle.isSuccess}
      onClose={onClose}
    >
      {(leave) => (
        <form className={form.form} onSubmit={submit}>
          <p>
            Copie del portal de la DGII la lista de sus comprobantes y péguela: cada línea con su eNCF y su estado.
            Antes de registrar verá qué se hace con cada una.
          </p>
          <Textarea
            label="Lista del portal"
            placeholder={'E310000000001  Aceptado\nE310000000002  Aceptado condicional'}
            data-autofocus
            minRows={6}
            maxRows={12}
            autosize
            value={lista}
            onChange={(event) => {
              setLista(event.currentTarget.value);
              review.reset();
            }}
          />
          {lineas?.length === 0 && (
            <Banner>La lista no tiene ningún eNCF. Copie las líneas con su número y su estado.</Banner>
          )}
          {outcomes.map(({ of, title }) => (
            <Outcome key={of} title={title} lineas={numbersOf(lineas ?? [], of)} />
          ))}
          {ready.some(({ estado }) => estado === 'rechazado') && (
            <p className={text.quiet}>
              El número de un rechazado queda como utilizado. Si la DGII muestra que no se utilizó, confírmelo aparte
              con sus mensajes.
            </p>
          )}
          {ready.length > 0 && (
            <TextInput
              label="Nota"
              description="Dónde y cuándo lo vio; queda en la auditoría con su nombre"
              maxLength={500}
              value={nota}
              onChange={(event) => setNota(event.currentTarget.value)}
            />
          )}
          <FailureNotice error={lastError(review, settle)} />
          <div className={form.actions}>
            <Button onClick={leave}>Cancelar</Button>
            <Button
              type="submit"
              variant="filled"
              loading={review.isPending || settle.isPending}
              disabled={lista.trim() === '' || (lineas !== undefined && ready.length === 0)}
              title={lista.trim() === '' ? 'Pegue la lista del portal' : undefined}
            >
              {lineas === undefined
                ? 'Revisar la lista'
                : `Registrar ${formatCounted(ready.length, 'respuesta', 'respuestas')}`}
            </Button>
          </div>
        </form>
      )}
    </EditDialog>
  );
}

/** The lines with an outcome, each number once. */
const numbersOf = (lineas: readonly Linea[], of: Linea['resultado']): Linea[] => [
  ...new Map(lineas.filter(({ resultado }) => resultado === of).map((linea) => [linea.eNCF, linea])).values(),
];

/** The numbers with one outcome; renders nothing if there are none. */
function Outcome({ title, lineas }: { title: string; lineas: readonly Linea[] }) {
  if (lineas.length === 0) return null;
  return (
    <section className={styles.outcome} aria-label={title}>
      <b>
        {title} ({lineas.length})
      </b>
      <ul>
        {lineas.map(({ eNCF, estado }) => (
          <li key={eNCF}>
            <span className={text.encf}>{eNCF}</span>
            {estado !== null && <span className={text.quiet}>{estadoNombre[estado]}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
