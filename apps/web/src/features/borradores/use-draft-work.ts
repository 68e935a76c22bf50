import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Refusal } from '../../lib/api.ts';
import { empresaQuery } from '../empresa/shared.ts';
import { saveBorrador } from './api.ts';
import { tipoPath } from './draft.ts';
import { createDraftJudge, type DraftJudge, draftAmount } from './draft-judge.ts';
import { createDraftSaver, type Saved } from './draft-saver.ts';
import type { DraftStore } from './draft-store.ts';
import { textAt } from './tree.ts';

const judgeAfterMs = 120;
const firstJudgeAfterMs = 1_500;
const saveAfterMs = 800;
/** Refusals that end the saving: another window stored the draft, or it was deleted. */
const finalRefusals: readonly string[] = ['borrador/cambiado', 'recurso/no-encontrado'];

/**
 * Judges the draft a moment after each change of it or of the company. The form is shown first: the code of the judge
 * is loaded at the first change, or once the page has been open for a moment.
 *
 * @returns `judge`, and `judgeNow`, which judges at once; it throws when the judge's code or the company cannot be
 * loaded
 */
export function useJudge(store: DraftStore): { judge: DraftJudge; judgeNow: () => Promise<void> } {
  const client = useQueryClient();
  const { data: empresa } = useQuery(empresaQuery);
  const [judge] = useState(() => createDraftJudge(store, Date.now));
  const judgeNow = useCallback(async () => {
    const [code, company] = await Promise.all([import('./judge.ts'), empresa ?? client.ensureQueryData(empresaQuery)]);
    judge.use(code.judge, company);
    judge.catchUp();
  }, [judge, client, empresa]);
  useEffect(() => {
    // If loading the code failed, the next change loads it again.
    const judgeSoon = (afterMs: number) => setTimeout(() => judgeNow().catch(() => undefined), afterMs);
    let timer = judgeSoon(store.state().judgement === undefined ? firstJudgeAfterMs : judgeAfterMs);
    const stop = store.subscribe(() => {
      if (judge.isJudged()) return;
      clearTimeout(timer);
      timer = judgeSoon(judgeAfterMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, judge, judgeNow]);
  return { judge, judgeNow };
}

/**
 * Stores the draft on the server a moment after each change, one request at a time, and when the page is left.
 *
 * @param begun its id, and the state stored on the server: version 0 and amount 0.00 for none
 * @param onFirst called once the server has stored it for the first time
 */
export function useAutosave(
  store: DraftStore,
  judge: DraftJudge,
  { id, version, monto }: { readonly id: string; readonly version: number; readonly monto: string },
  onFirst: () => void,
) {
  const [saved, setSaved] = useState<Saved>({ kind: 'nada' });
  const first = useRef(onFirst);
  first.current = onFirst;
  const [saver] = useState(() => {
    const opened = store.state().tree;
    const montoNow = () => draftAmount(store, judge, monto);
    return createDraftSaver({
      version,
      content() {
        const { tree } = store.state();
        return {
          tipo: textAt(tree, tipoPath) as '31',
          comprador: textAt(tree, 'Encabezado.Comprador.RazonSocialComprador').slice(0, 150),
          monto: montoNow(),
          documento: tree as Record<string, unknown>,
        };
      },
      // Once this page has stored the draft, its amount is compared too: it depends on the company, and is computed
      // late if the judge's code loaded late.
      isStored: (stored) =>
        store.state().tree === (stored?.documento ?? opened) && (stored === undefined || stored.monto === montoNow()),
      failureOf: (error) =>
        !(error instanceof Refusal) ? 'unanswered' : finalRefusals.includes(error.problem.code) ? 'final' : 'refused',
      send: (body) => saveBorrador({ params: { id }, body }),
      tell: setSaved,
      onFirst: () => first.current(),
    });
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      if (saver.isStored()) return;
      clearTimeout(timer);
      timer = setTimeout(() => void saver.save(), saveAfterMs);
    });
    const leave = () => void saver.save();
    window.addEventListener('pagehide', leave);
    return () => {
      clearTimeout(timer);
      stop();
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [store, saver]);

  return {
    saved,
    /** Stores unsaved changes. */
    saveNow: saver.save,
    /** Stops saving: the draft was issued or deleted. */
    end: saver.end,
  };
}
