import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, Refusal } from '../../lib/api.ts';
import { soonMs } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import { toast } from '../../ui/toast.tsx';
import { finishCertificacion, readCertificacion, saveCertificacion } from './api.ts';
import { lockOf, lockWords, type Step, steps } from './steps.ts';

/** A save is shown at least for this time. @source specification 001 §9 */
const leastMs = 1_000;

async function atLeastASecond<Answer>(call: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([call, new Promise((resolve) => setTimeout(resolve, leastMs))]);
  return answer;
}

const progressQuery = queryOptions({
  queryKey: ['certificacion'],
  meta: { live: { configuracion: 0, documento: soonMs, importacion: soonMs, recibidas: soonMs } },
  queryFn: ({ signal }) => readCertificacion({ signal }),
});

/** A step that was marked or reopened. */
type Change = Parameters<typeof saveCertificacion>[0]['body']['pasos'][number];

/** The content of a modal: a missing condition, or a failed save. */
interface Notice {
  readonly title: 'Error de Validación' | 'Error';
  readonly words: string;
}

const refusal = (words: string): Notice => ({ title: 'Error de Validación', words });

export type Stepper = ReturnType<typeof useStepper>;

/**
 * The progress of the certification, and the actions on it.
 *
 * @param step the open step
 */
export function useStepper(step: Step) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(progressQuery);
  const [notice, setNotice] = useState<Notice>();
  const pasos = data?.pasos ?? [];
  const { save, finish, unsaved } = useSaving(step, setNotice);

  /** Goes to a step, or shows which step locks it. */
  function goTo(to: Step) {
    const lock = lockOf(pasos, to.paso);
    if (lock) setNotice(refusal(lockWords(lock)));
    else void navigate({ to: to.ruta });
  }

  /** Marks or reopens the open step, and saves it. */
  const mark = (completado: boolean, porPortal = false) =>
    save.mutate([...unsaved.filter(({ paso }) => paso !== step.paso), { paso: step.paso, completado, porPortal }]);

  return {
    data,
    error,
    refetch,
    pasos,
    paso: pasos.find(({ paso }) => paso === step.paso),
    lock: lockOf(pasos, step.paso),
    isSaving: save.isPending || finish.isPending,
    unsaved: unsaved.length > 0 && !save.isPending,
    notice,
    closeNotice: () => setNotice(undefined),
    goTo,
    mark,
    save: () => save.mutate(unsaved),
    finish: () => finish.mutate(),
  };
}

/** Saves changes, and finishes. After a saved step the next one is opened. */
function useSaving(step: Step, setNotice: (notice: Notice) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  /** Changes that could not be saved. Saving again sends them. */
  const [unsaved, setUnsaved] = useState<readonly Change[]>([]);
  const failed = (failure: Error) => {
    if (failure instanceof Refusal && failure.problem.code.startsWith('certificacion/')) {
      setUnsaved([]);
      setNotice(refusal(messageOf(failure)));
    } else setNotice({ title: 'Error', words: `Error al guardar el progreso. ${messageOf(failure)}` });
  };
  const save = useMutation({
    mutationFn: (changes: readonly Change[]) => {
      setUnsaved(changes);
      return atLeastASecond(saveCertificacion({ body: { pasos: [...changes] } }));
    },
    onSuccess: (saved, changes) => {
      setUnsaved([]);
      client.setQueryData(progressQuery.queryKey, saved);
      const next = steps.find(({ paso }) => paso === step.paso + 1);
      if (next && changes.some(({ paso, completado }) => completado && paso === step.paso))
        void navigate({ to: next.ruta });
    },
    onError: failed,
  });
  const finish = useMutation({
    mutationFn: () => atLeastASecond(finishCertificacion({ body: {} })),
    onSuccess: (saved) => {
      client.setQueryData(progressQuery.queryKey, saved);
      toast('Certificación completada');
    },
    onError: failed,
  });
  return { save, finish, unsaved };
}
