import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOr } from '../../lib/api.ts';
import { formatCounted } from '../../lib/format.ts';
import { useMutation } from '../../lib/mutation.ts';
import { brieflyMs, toast } from '../../ui/toast.tsx';
import { crearRangoNC, eliminarRangoNC, modificarRangoNC, type RangoNC, rangosQuery, secuenciasQuery } from './api.ts';
import { blankDraft, bodyOf, type Draft, draftOf, type Row } from './rangos.ts';

/** The result of saving several rows. A failure does not undo the rows that were saved. */
interface Saved {
  readonly saved: readonly { row: Row; rango: RangoNC }[];
  readonly failed: Readonly<Record<string, string>>;
}

async function saveRow(row: Row, rncEmisor: string): Promise<RangoNC> {
  const body = bodyOf(row, rncEmisor);
  return row.stored ? modificarRangoNC({ params: { id: row.stored._id }, body }) : crearRangoNC({ body });
}

async function saveRows(rows: readonly Row[], rncEmisor: string): Promise<Saved> {
  const saved: { row: Row; rango: RangoNC }[] = [];
  const failed: Record<string, string> = {};
  for (const row of rows) {
    try {
      saved.push({ row, rango: await saveRow(row, rncEmisor) });
    } catch (error) {
      failed[row.key] = refusalOr(error, 'Error al guardar el rango');
    }
  }
  return { saved, failed };
}

/** The unsaved part of the rows, by their keys: typed changes, new rows, and why a row was not saved. */
function useDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const [added, setAdded] = useState<readonly string[]>([]);
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  return {
    drafts,
    added,
    failures,
    /** Adds an empty row at the end. */
    add: () => setAdded((now) => [...now, crypto.randomUUID()]),
    change: (key: string, draft: Draft) => {
      setDrafts((now) => ({ ...now, [key]: draft }));
      setFailures(({ [key]: _, ...others }) => others);
    },
    /** Sets the reasons why rows were not saved. */
    fail: (reasons: Readonly<Record<string, string>>) => setFailures((now) => ({ ...now, ...reasons })),
    forget: (keys: readonly string[]) => {
      setAdded((now) => now.filter((key) => !keys.includes(key)));
      const others = <T>(now: Readonly<Record<string, T>>) =>
        Object.fromEntries(Object.entries(now).filter(([key]) => !keys.includes(key)));
      setDrafts(others);
      setFailures(others);
    },
  };
}

/** The ranges of credit notes: the stored ones, the typed changes, and the new rows. */
export function useRangos(rncEmisor: string) {
  const client = useQueryClient();
  const query = rangosQuery(rncEmisor);
  const { data, error, refetch } = useQuery(query);
  const { drafts, added, ...edits } = useDrafts();

  const stored = (data ?? []).map((rango) => ({
    key: rango._id,
    stored: rango,
    draft: drafts[rango._id] ?? draftOf(rango),
  }));
  const fresh = added.map((key) => ({ key, stored: undefined, draft: drafts[key] ?? blankDraft }));

  const save = useMutation({
    mutationFn: (rows: readonly Row[]) => saveRows(rows, rncEmisor),
    onSuccess: ({ saved, failed }) => {
      client.setQueryData(query.queryKey, (now = []) => saved.reduce((rangos, { rango }) => put(rangos, rango), now));
      edits.forget(saved.map(({ row }) => row.key));
      edits.fail(failed);
      if (saved.length === 1) toast('Rango guardado correctamente', 'ok', brieflyMs);
      else if (saved.length > 1)
        toast(`${formatCounted(saved.length, 'rango')} guardados correctamente`, 'ok', brieflyMs);
      return client.invalidateQueries({ queryKey: secuenciasQuery.queryKey });
    },
  });
  const remove = useMutation({
    mutationFn: ({ _id }: RangoNC) => eliminarRangoNC({ params: { id: _id } }),
    onSuccess: (_, { _id }) => {
      client.setQueryData(query.queryKey, (now = []) => now.filter((rango) => rango._id !== _id));
      edits.forget([_id]);
      toast('Operación completada exitosamente', 'ok', brieflyMs);
      return client.invalidateQueries({ queryKey: secuenciasQuery.queryKey });
    },
  });

  return {
    loaded: data !== undefined,
    error,
    refetch,
    rows: [...stored, ...fresh] as readonly Row[],
    save,
    remove,
    ...edits,
  };
}

const put = (rangos: RangoNC[], rango: RangoNC): RangoNC[] =>
  rangos.some(({ _id }) => _id === rango._id)
    ? rangos.map((one) => (one._id === rango._id ? rango : one))
    : [...rangos, rango];
