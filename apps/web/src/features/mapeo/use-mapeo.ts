import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Account, type AccountMapping, indexAccounts } from '@timbre/reports';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Refusal } from '../../lib/api.ts';
import { notLive } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import { toast } from '../../ui/toast.tsx';
import { type MapeoGuardado, readCatalogo, readMapeo, saveCatalogo, saveMapeo } from './api.ts';
import { type Draft, keepDraft, readDraft } from './draft.ts';

const catalogKey = ['mapeo', 'catalogo'];
const mappingKey = ['mapeo', 'mapeo'];
/** Delay before changes are stored in the browser, so that many at once are written once. */
const keepAfterMs = 400;

const noAccounts: readonly Account[] = [];

/** The saved catalogue and its searchable form. */
export function useCatalogo(rnc: string) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: catalogKey,
    meta: notLive,
    queryFn: ({ signal }) => readCatalogo({ params: { rnc }, signal }),
  });
  const cuentas: readonly Account[] = data?.cuentas ?? noAccounts;
  const index = useMemo(() => indexAccounts(cuentas), [cuentas]);
  /** Stores a catalogue in place of the loaded one. */
  const store = useCallback(
    async (next: readonly Account[]) => {
      const version = client.getQueryData<{ version: number }>(catalogKey)?.version ?? 0;
      const { total: _, ...saved } = await saveCatalogo({
        params: { rnc },
        body: { version, cuentas: next as Account[] },
      }).catch((failure: unknown) => {
        // The version saved by another user is shown, and this user may try again on top of it.
        void refetch();
        throw failure;
      });
      client.setQueryData(catalogKey, { ...saved, cuentas: next });
    },
    [client, rnc, refetch],
  );
  return { cuentas, index, loaded: data !== undefined, error, refetch, store };
}

/** The unsaved changes, stored in this browser too. */
function useDraft(rnc: string) {
  const [draft, setDraft] = useState<Draft | undefined>(() => readDraft(rnc));
  /** The changes were restored from the browser when the screen opened. */
  const [restored] = useState(draft !== undefined);
  const latest = useRef(draft);
  latest.current = draft;

  useEffect(() => {
    const keep = () => keepDraft(rnc, latest.current);
    const waiting = setTimeout(keep, draft === undefined ? 0 : keepAfterMs);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(waiting);
      removeEventListener('pagehide', keep);
    };
  }, [rnc, draft]);
  useEffect(() => () => keepDraft(rnc, latest.current), [rnc]);

  return { draft, setDraft, restored: restored && draft !== undefined };
}

function useSaving(rnc: string, setDraft: Dispatch<SetStateAction<Draft | undefined>>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (sent: Draft) => {
      const saved = await saveMapeo({
        params: { rnc },
        body: { version: sent.version, mapeo: sent.mapeo as never, fechaActualizacion: new Date().toISOString() },
      });
      return { ...saved, mapeo: sent.mapeo };
    },
    onSuccess(saved, sent) {
      client.setQueryData(mappingKey, saved);
      // Changes made during the save are still unsaved.
      setDraft((now) => (now?.mapeo === sent.mapeo ? undefined : now && { ...now, version: saved.version }));
    },
  });
}

/** The mapping as this user sees it: the saved one with their changes applied. */
export function useMapeo(rnc: string) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: mappingKey,
    meta: notLive,
    queryFn: async ({ signal }) => (await readMapeo({ params: { rnc }, signal })) as MapeoGuardado,
    staleTime: 0,
  });
  const { draft, setDraft, restored } = useDraft(rnc);
  const saving = useSaving(rnc, setDraft);
  const version = data?.version ?? 0;

  const change = useCallback(
    (next: (before: AccountMapping) => AccountMapping) =>
      setDraft((before) => {
        const from = before?.mapeo ?? client.getQueryData<MapeoGuardado>(mappingKey)?.mapeo;
        if (from === undefined) return before;
        const after = next(from);
        return after === from ? before : { version: before?.version ?? version, mapeo: after };
      }),
    [client, version, setDraft],
  );
  const conflict = saving.error instanceof Refusal && saving.error.problem.code === 'mapeo/cambiado';

  return {
    mapeo: draft?.mapeo ?? data?.mapeo,
    saved: data,
    error,
    refetch,
    draft,
    restored,
    /** Another user saved after these changes began. */
    overtaken: conflict || (draft !== undefined && data !== undefined && data.version > draft.version),
    change,
    saving,
    conflict,
    save: (words = 'Mapeo guardado') => draft && saving.mutate(draft, { onSuccess: () => toast(words) }),
    /** Saves these changes over the version saved by another user. */
    async saveOver() {
      const { data: fresh } = await refetch();
      if (draft && fresh)
        saving.mutate({ ...draft, version: fresh.version }, { onSuccess: () => toast('Mapeo guardado') });
    },
    /** Discards these changes and shows the saved mapping. */
    async discard() {
      setDraft(undefined);
      saving.reset();
      await refetch();
    },
    /** Saves a mapping at once, discarding unsaved changes. */
    replace: (mapeo: AccountMapping, words: string) => {
      const next = { version: draft?.version ?? version, mapeo };
      setDraft(next);
      saving.mutate(next, { onSuccess: () => toast(words) });
    },
  };
}

export type UseMapeo = ReturnType<typeof useMapeo>;
