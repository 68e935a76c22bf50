import { expect, test } from 'vitest';
import { newDraft } from './draft.ts';
import { createDraftJudge, draftAmount } from './draft-judge.ts';
import { createDraftStore } from './draft-store.ts';
import type { Judgement, judge } from './judge.ts';
import { textAt } from './tree.ts';

const path = 'DetallesItems.Item[1].MontoItem';
const company = {} as Parameters<typeof judge>[1];

/** A draft whose total is the text of its line, and the list of judged drafts. */
function place() {
  const store = createDraftStore(newDraft('31'));
  const judged: string[] = [];
  const code: typeof judge = (tree) => {
    judged.push(textAt(tree, path));
    return { faults: [], totales: { MontoTotal: textAt(tree, path) } } as unknown as Judgement;
  };
  return {
    store,
    judged,
    code,
    judge: createDraftJudge(store, () => 0),
    write: (text: string) => store.set(path, text),
  };
}

test('a draft that is left right after the last key is stored with the amount of its content', () => {
  const { store, judge, code, write } = place();
  judge.use(code, company);
  write('100');
  judge.catchUp();
  write('1180.5');
  expect(draftAmount(store, judge, '0.00')).toBe('1180.50');
});

test('the amount of the server counts until the code of the judge has arrived', () => {
  const { store, judge, code, write } = place();
  write('7');
  expect(draftAmount(store, judge, '118.00')).toBe('118.00');
  judge.use(code, company);
  expect(draftAmount(store, judge, '118.00')).toBe('7.00');
});

test('a draft is judged once, and again for a company that changed', () => {
  const { store, judge, code, judged, write } = place();
  write('5');
  judge.use(code, company);
  judge.catchUp();
  judge.catchUp();
  draftAmount(store, judge, '0.00');
  expect(judged).toEqual(['5']);
  expect(judge.isJudged()).toBe(true);
  judge.use(code, { ...company });
  judge.catchUp();
  expect(judged).toEqual(['5', '5']);
  write('');
  expect(judge.isJudged()).toBe(false);
  expect(draftAmount(store, judge, '5.00')).toBe('0.00');
});
