import type { DraftStore } from './draft-store.ts';
import type { judge } from './judge.ts';

type Judge = typeof judge;
type Issuer = Parameters<Judge>[1];

/** Judges the draft of a store: with the code of the judge, which comes after the form is shown, and for the company that it was told last. */
export function createDraftJudge(store: DraftStore, now: () => number) {
  let judged: { readonly tree: object; readonly issuer: Issuer } | undefined;
  let means: { readonly judge: Judge; readonly issuer: Issuer } | undefined;
  return {
    /** Whether what is written was judged. */
    isJudged: () => store.state().tree === judged?.tree,
    /** Judges from now on with this code and for this company. */
    use(judge: Judge, issuer: Issuer): void {
      means = { judge, issuer };
    },
    /** Judges what is written, unless it was judged, or the code or the company has not come yet. */
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
 * @param storedAmount that the server has of the draft: counts until this page has judged it
 * @returns the total of what is written, RD$ with two decimals
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
