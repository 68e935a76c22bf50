import { expect, test } from 'vitest';
import { newDraft } from './draft.ts';
import { createDraftStore, shownFault } from './draft-store.ts';
import type { Judgement } from './judge.ts';

const path = 'InformacionReferencia.NCFModificado';

/** A judgement with these faults of the field. */
const judgement = (...messages: string[]) =>
  ({ faults: messages.map((message) => ({ path, code: 'X', message, isNotice: false })) }) as unknown as Judgement;

test('a field that is left before it was judged again shows no fault of its previous value', () => {
  const store = createDraftStore(newDraft('34'));
  store.set(path, 'E31000');
  store.judged(judgement('No es un eNCF'));
  expect(shownFault(store.state(), path)).toBeUndefined();
  store.set(path, 'E310000000001');
  store.leave(path);
  expect(shownFault(store.state(), path)).toBeUndefined();
  store.judged(judgement());
  expect(shownFault(store.state(), path)).toBeUndefined();
  store.set(path, 'E31');
  store.judged(judgement('No es un eNCF'));
  expect(shownFault(store.state(), path)).toBe('No es un eNCF');
});

test('a field that is left with its judged value shows its fault at once', () => {
  const store = createDraftStore(newDraft('34'));
  store.set(path, 'E31');
  store.judged(judgement('No es un eNCF'));
  store.leave(path);
  expect(shownFault(store.state(), path)).toBe('No es un eNCF');
});
