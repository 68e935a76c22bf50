import { Button, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ErrorDeDocumento, importacion, ResumenDocumento } from '@timbre/contract';
import { Suspense, useMemo, useState } from 'react';
import { messageOf, Refusal } from '../../lib/api.ts';
import { formatCount, formatCounted } from '../../lib/format.ts';
import { indentXml } from '../../lib/indent-xml.ts';
import { notLive } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import { Banner } from '../../ui/banner.tsx';
import { CodeLink } from '../../ui/code-link.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { EditDialog } from '../../ui/unsaved-guard.tsx';
import { editXml, readDocumento, readXml, validateXml } from './api.ts';
import styles from './edit-modal.module.css';
import { type Mark, malformedAt, marksOf } from './marks.ts';

const XmlEditor = lazyPart(async () => (await import('./xml-editor.tsx')).XmlEditor);

const settledAfterMs = 400;
const faultsShown = 50;

/** A document alone, or as a row of an import, which has only its first faults. */
type Editable = ResumenDocumento & Partial<Pick<importacion.FilaDeImportacion, 'masErrores' | 'real'>>;

interface Props {
  documento: Editable;
  /** The documents between which the user can move. */
  editable?: readonly Editable[];
  /** Called with the id of the selected document. */
  onChoose?: (id: string) => void;
  /** The fault to show first. */
  fault?: ErrorDeDocumento | undefined;
  onSaved: (documento: ResumenDocumento) => void;
  onClose: () => void;
}

/** Edits the XML of a document before it is sent. Its faults are shown next to the lines while the user types. */
export function EditModal({ documento, editable = [], onChoose, fault, onSaved, onClose }: Props) {
  const choices = editable.some(({ id }) => id === documento.id) ? editable : [documento, ...editable];
  const [changed, setChanged] = useState(false);
  return (
    <EditDialog title={`Editar XML de ${documento.eNCF}`} width={1080} changed={changed} onClose={onClose}>
      {(leave) => (
        <>
          {choices.length > 1 && (
            <NativeSelect
              className={styles.choice}
              label="Comprobante"
              description={changed ? 'Guarde o descarte sus cambios para ver otro' : undefined}
              disabled={changed}
              value={documento.id}
              onChange={(event) => onChoose?.(event.currentTarget.value)}
              data={choices.map(({ id, tipo, eNCF, errores, masErrores = 0 }) => ({
                value: id,
                label: [tipo, eNCF, ...countFaults(errores, masErrores)].join(' · '),
              }))}
            />
          )}
          <Editing
            key={documento.id}
            {...{ documento, fault, onSaved, onClose }}
            onChanged={setChanged}
            onLeave={leave}
          />
        </>
      )}
    </EditDialog>
  );
}

interface EditingProps extends Pick<Props, 'documento' | 'fault' | 'onSaved' | 'onClose'> {
  /** Whether the text differs from the loaded one. */
  onChanged: (changed: boolean) => void;
  onLeave: () => void;
}

function Editing(props: EditingProps) {
  const { id, errores, masErrores = 0, real = null } = props.documento;
  const { data, error } = useQuery({
    queryKey: ['edicion', id],
    meta: notLive,
    queryFn: async ({ signal }) => {
      // A row has only the first faults; in a rehearsal, those of the rehearsal. Then all are read from the document.
      const isPart = masErrores > 0 || real !== null;
      const [xml, faults] = await Promise.all([
        readXml({ params: { id }, signal }).then(({ blob }) => blob.text()),
        isPart ? readDocumento({ params: { id }, signal }).then((whole) => whole.errores) : errores,
      ]);
      return { loaded: indentXml(xml), errores: faults };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Banner>{messageOf(error)}</Banner>;
  if (data === undefined) return <Skeleton rows={10} height={30} />;
  return <Loaded {...props} {...data} />;
}

interface LoadedProps extends EditingProps {
  loaded: string;
  errores: readonly ErrorDeDocumento[];
}

function Loaded({ documento, fault, onSaved, onClose, onChanged, onLeave, loaded, errores }: LoadedProps) {
  const { id, estado } = documento;
  const params = { id };
  const [initial] = useState(loaded); // a later response must not replace the typed text
  const [typed, setTyped] = useState(initial);
  const [settled] = useDebouncedValue(typed, settledAfterMs);
  const malformed = useMemo(() => malformedAt(settled), [settled]);

  const checked = useQuery({
    queryKey: ['edicion', id, settled],
    meta: notLive,
    queryFn: ({ signal }) => validateXml({ params, body: { xml: settled }, signal }),
    enabled: settled !== initial && !malformed,
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: (xml: string) => editXml({ params, body: { xml } }),
    onSuccess: (saved) => {
      onSaved(saved);
      toast(`${saved.eNCF} guardado`);
      onClose();
    },
  });

  const refused = save.error instanceof Refusal ? save.error.problem.errores : undefined;
  const faults = refused ?? checked.data?.errores ?? errores;
  const marks = useMemo(() => (malformed ? [malformed] : marksOf(settled, faults)), [malformed, settled, faults]);
  const [pointed, setPointed] = useState(() => (fault ? marksOf(initial, [fault])[0] : undefined));

  return (
    <>
      <div className={styles.editor}>
        <Suspense fallback={<Skeleton rows={10} height={30} />}>
          <XmlEditor
            initial={initial}
            label={`XML de ${documento.eNCF}`}
            marks={marks}
            at={pointed}
            onChange={(now) => {
              setTyped(now);
              onChanged(now !== initial);
              setPointed(undefined);
              save.reset();
            }}
          />
        </Suspense>
      </div>
      <FaultList marks={marks} checking={typed !== settled || checked.isFetching} onPoint={setPointed} />
      <FailureNotice error={save.error} />
      <FailureNotice error={checked.error} tone="warn" />
      <div className={styles.actions}>
        <span>{estado === 'firmado' ? 'Al guardar se firmará de nuevo.' : 'Al guardar se valida de nuevo.'}</span>
        <Button onClick={onLeave}>Cancelar</Button>
        <Button
          variant="filled"
          loading={save.isPending}
          disabled={typed === initial || malformed !== undefined}
          onClick={() => save.mutate(typed)}
        >
          Guardar XML
        </Button>
      </div>
    </>
  );
}

/**
 * Counts the errors, which block a document, and the notices, which do not: `2 errores`, `1 aviso`.
 *
 * @param more number of faults left out
 */
function countFaults(faults: readonly ErrorDeDocumento[], more = 0): string[] {
  const remarks = faults.filter(({ aviso }) => aviso).length;
  const wrong = faults.length - remarks;
  return [
    ...(wrong > 0 ? [formatCounted(wrong, 'error', 'errores')] : []),
    ...(remarks > 0 ? [formatCounted(remarks, 'aviso')] : []),
    ...(more > 0 ? [`y ${formatCount(more)} más`] : []),
  ];
}

interface FaultListProps {
  marks: readonly Mark[];
  checking: boolean;
  onPoint: (mark: Mark) => void;
}

function FaultList({ marks, checking, onPoint }: FaultListProps) {
  const faults = marks.map(({ fault }) => fault);
  const right = faults.every(({ aviso }) => aviso);
  const counts = right ? ['Sin errores', ...countFaults(faults)] : countFaults(faults);
  return (
    <div className={styles.faults} aria-live="polite">
      <p data-tone={right ? 'ok' : 'bad'}>{checking ? 'Validando…' : counts.join(' · ')}</p>
      <ul>
        {marks.slice(0, faultsShown).map((mark, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same fault may occur twice
          <li key={i}>
            <button type="button" onClick={() => onPoint({ ...mark })}>
              <b>{mark.fault.campo ?? mark.fault.celda ?? mark.fault.codigo}</b> {mark.fault.mensaje}
            </button>{' '}
            <CodeLink of={mark.fault.codigo} />
          </li>
        ))}
      </ul>
    </div>
  );
}
