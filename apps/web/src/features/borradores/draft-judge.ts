import type { DraftStore } from './draft-store.ts';
import type { judge } from './judge.ts';

type Judge = typeof judge;
type Issuer = Parameters<Judge>[1];

/** Judges the draft of a store for the company set last. The code of the judge is loaded after the form is shown. */
export function createDraftJudge(store: DraftStore, now: () => number) {
  let judged: { readonly tree: object; readonly issuer: Issuer } | undefined;
  let means: { readonly judge: Judge; readonly issuer: Issuer } | undefined;
  return {
    /** Whether the current draft has been judged. */
    isJudged: () => store.state().tree === judged?.tree,
    /** Sets the code and the company for the judgements that follow. */
    use(judge: Judge, issuer: Issuer): void {
      means = { judge, issuer };
    },
    /** Judges the current draft, unless it has been judged already, or the code or the company is not loaded yet. */
    catchUp(): void {
      const { tree } = store.state();
      if (means === undefined || (tree === judged?.tree && means.issuer === judged.issuer)) return;
      judged = { tree, issuer: means.issuer };
      store.judged(means.judge(tree, means.issuer, now()));
    },
  };
}

export type DraftJudge = ReturnType<typeof createDraftJudge>;

/**
 * @param storedAmount amount stored on the server, used until this page has judged the draft
 * @returns the total of the current draft, RD$ with two decimals
 */
export function draftAmount(store: DraftStore, judge: DraftJudge, storedAmount: string): string {
  judge.catchUp();
  const { judgement } = store.state();
  return judgement === undefined ? storedAmount : amountOf(judgement.totales.MontoTotal);
}

const amountOf = (total: string | undefined): string =>
  total && /^\d{1,16}(\.\d{1,2})?$/.test(total) ? twoDecimals(total) : '0.00';
const twoDecimals = (total: string) => {
  const [whole, decimals = ''] = total.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
};
