import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Refusal } from '../../lib/api.ts';
import { empresaQuery } from '../empresa/api.ts';
import { saveBorrador } from './api.ts';
import { tipoPath } from './draft.ts';
import { createDraftSaver, type Saved } from './draft-saver.ts';
import type { DraftStore } from './draft-store.ts';
import { type Tree, textAt } from './tree.ts';

const judgeAfterMs = 120;
const firstJudgeAfterMs = 1_500;
const saveAfterMs = 800;
/** What another window stored is not overwritten, and what was deleted does not come back. */
const finalRefusals: readonly string[] = ['borrador/cambiado', 'recurso/no-encontrado'];

/**
 * Judges the draft a moment after each change of it or of the company. The form is shown first: the judge's code comes with the first change, or once the
 * page has been open for a moment.
 *
 * @returns judges it at once; it throws when the judge's code or the company cannot be had
 */
export function useJudge(store: DraftStore): () => Promise<void> {
  const client = useQueryClient();
  const { data: empresa } = useQuery(empresaQuery);
  const judged = useRef<Tree>(undefined);
  const judgedFor = useRef<typeof empresa>(undefined);
  const look = useCallback(async () => {
    const [{ judge }, company] = await Promise.all([
      import('./judge.ts'),
      empresa ?? client.ensureQueryData(empresaQuery),
    ]);
    const { tree } = store.state();
    if (tree === judged.current && company === judgedFor.current) return;
    judged.current = tree;
    judgedFor.current = company;
    store.judged(judge(tree, company, Date.now()));
  }, [store, client, empresa]);
  useEffect(() => {
    // Where its code cannot be had, the next change asks for it again.
    const lookSoon = (afterMs: number) => setTimeout(() => look().catch(() => undefined), afterMs);
    let timer = lookSoon(judged.current === undefined ? firstJudgeAfterMs : judgeAfterMs);
    const stop = store.subscribe(() => {
      if (store.state().tree === judged.current?.tree) return;
      clearTimeout(timer);
      timer = lookSoon(judgeAfterMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, look]);
  return look;
}

/**
 * Stores the draft on the server a moment after each change, one request at a time, and when the page is left.
 *
 * @param id of the draft
 * @param version that the server has; 0 for none
 * @param onFirst called once the server has it
 */
export function useAutosave(store: DraftStore, id: string, version: number, onFirst: () => void) {
  const [saved, setSaved] = useState<Saved>({ kind: 'nada' });
  const first = useRef(onFirst);
  first.current = onFirst;
  const [saver] = useState(() => {
    const opened = store.state().tree;
    const montoNow = () => amountOf(store.state().judgement?.totales.MontoTotal);
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
      // Once this page stored it, its amount counts too, which is judged after the tree changes.
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
    /** Stores what is not stored yet. */
    saveNow: saver.save,
    /** Nothing more is stored: the draft was issued or deleted. */
    end: saver.end,
  };
}

const amountOf = (total: string | undefined): string =>
  total && /^\d{1,16}(\.\d{1,2})?$/.test(total) ? twoDecimals(total) : '0.00';
const twoDecimals = (total: string) => {
  const [whole, decimals = ''] = total.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
};
