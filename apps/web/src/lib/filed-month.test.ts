import { expect, test } from 'vitest';
import { answerFiled, dropFiledQuestions, rectifying } from './filed-month.ts';
import { NotConfirmed } from './identity.ts';

const filed = new Error('El 606 de agosto de 2026 se presentó');
const filingOf = (thrown: unknown) => (thrown === filed ? filed.message : undefined);
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a call of a filed month that the person does not confirm is not made again', async () => {
  const calls: boolean[] = [];
  const answer = rectifying(async (confirmed) => {
    calls.push(confirmed);
    throw filed;
  }, filingOf);
  answer.catch(() => undefined);
  await settled();
  dropFiledQuestions();
  await expect(answer).rejects.toBeInstanceOf(NotConfirmed);
  expect(calls).toEqual([false]);
});

test('a call of a filed month that the person confirms is made again, confirmed', async () => {
  const answer = rectifying(async (confirmed) => {
    if (!confirmed) throw filed;
    return 'done';
  }, filingOf);
  await settled();
  answerFiled(true);
  expect(await answer).toBe('done');
});

test('another refusal requires no confirmation', async () => {
  const other = new Error('other');
  await expect(rectifying(() => Promise.reject(other), filingOf)).rejects.toBe(other);
});
