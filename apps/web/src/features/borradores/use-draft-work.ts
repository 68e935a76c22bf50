import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Refusal } from '../../lib/api.ts';
import { empresaQuery } from '../empresa/api.ts';
import { saveBorrador } from './api.ts';
import { tipoPath } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { type Tree, textAt } from './tree.ts';

const judgeAfterMs = 120;
const firstJudgeAfterMs = 1_500;
const saveAfterMs = 800;

/**
 * Judges the draft a moment after each change of it or of the company. The form is shown first: the judge's code comes with the first change, or once the
 * page has been open for a moment.
 *
 * @returns judges it at once; it throws when the judge's code cannot be had
 */
export function useJudge(store: DraftStore): () => Promise<void> {
  const { data: empresa } = useQuery(empresaQuery);
  const judged = useRef<Tree>(undefined);
  const judgedFor = useRef<typeof empresa>(undefined);
  const look = useCallback(async () => {
    if (empresa === undefined) return;
    const { judge } = await import('./judge.ts');
    const { tree } = store.state();
    if (tree === judged.current && empresa === judgedFor.current) return;
    judged.current = tree;
    judgedFor.current = empresa;
    store.judged(judge(tree, empresa, Date.now()));
  }, [store, empresa]);
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

/** What became of the last change: stored, being stored, or not stored and why. */
export type Saved =
  | { readonly kind: 'nada' }
  | { readonly kind: 'guardando' }
  | { readonly kind: 'guardado'; readonly at: number }
  | { readonly kind: 'fallo'; readonly error: unknown };

/**
 * Stores the draft on the server a moment after each change, one request at a time, and when the page is left.
 *
 * @param id of the draft
 * @param version that the server has; 0 for none
 * @param onFirst called once the server has it
 */
export function useAutosave(store: DraftStore, id: string, version: number, onFirst: () => void) {
  const [saved, setSaved] = useState<Saved>({ kind: 'nada' });
  /** Of what is stored: its tree and, once this page stored it, its amount, which is judged after the tree changes. */
  const work = useRef({
    version,
    stored: store.state().tree,
    monto: undefined as string | undefined,
    saving: false,
    ended: false,
  });
  const first = useRef(onFirst);
  first.current = onFirst;

  const save = useRef(async () => {
    const state = work.current;
    const { tree } = store.state();
    if (state.saving || state.ended || isStored(store, state)) return;
    state.saving = true;
    setSaved({ kind: 'guardando' });
    try {
      const monto = montoOf(store);
      const body = {
        version: state.version,
        tipo: textAt(tree, tipoPath) as '31',
        comprador: textAt(tree, 'Encabezado.Comprador.RazonSocialComprador').slice(0, 150),
        monto,
        documento: tree as Record<string, unknown>,
      };
      const answer = await saveBorrador({ params: { id }, body });
      const isFirst = state.version === 0;
      state.version = answer.version;
      Object.assign(state, { stored: tree, monto });
      setSaved({ kind: 'guardado', at: Date.parse(answer.modificado) });
      if (isFirst) first.current();
    } catch (error) {
      setSaved({ kind: 'fallo', error });
      // What another window stored is not overwritten, and what was deleted does not come back.
      if (error instanceof Refusal) state.ended = true;
    } finally {
      state.saving = false;
    }
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      if (isStored(store, work.current)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void save.current(), saveAfterMs);
    });
    const leave = () => void save.current();
    window.addEventListener('pagehide', leave);
    return () => {
      clearTimeout(timer);
      stop();
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [store]);

  return {
    saved,
    /** Stores what is not stored yet. */
    saveNow: () => save.current(),
    /** Nothing more is stored: the draft was issued or deleted. */
    end: () => {
      work.current.ended = true;
    },
  };
}

const montoOf = (store: DraftStore): string => amountOf(store.state().judgement?.totales.MontoTotal);

/** Whether the server has what is written, with its amount. */
function isStored(store: DraftStore, { stored, monto }: { stored: Tree; monto: string | undefined }): boolean {
  return store.state().tree === stored && (monto === undefined || monto === montoOf(store));
}

const amountOf = (total: string | undefined): string =>
  total && /^\d{1,16}(\.\d{1,2})?$/.test(total) ? twoDecimals(total) : '0.00';
const twoDecimals = (total: string) => {
  const [whole, decimals = ''] = total.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
};
