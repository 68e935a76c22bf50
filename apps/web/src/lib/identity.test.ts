import { afterEach, describe, expect, test } from 'vitest';
import { answerIdentity, confirming, NotConfirmed } from './identity.ts';

const refusal = new Error('password wanted');
const wants = (thrown: unknown) => thrown === refusal;

/** A server that requires a password. `give` sends it; `calls` records the calls that reached it. */
function server() {
  const calls: string[] = [];
  let isConfirmed = false;
  const call = (name: string) => async () => {
    calls.push(name);
    await Promise.resolve();
    if (!isConfirmed) throw refusal;
    return name;
  };
  const give = () => {
    isConfirmed = true;
    answerIdentity(true);
  };
  return { calls, call, give };
}

/** Waits until all pending microtasks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => answerIdentity(false));

describe('a call that requires the password', () => {
  test('a call is made again once the password is confirmed, and its caller has one answer', async () => {
    const { calls, call, give } = server();
    const answer = confirming(call('a'), wants);
    await settled();
    expect(calls).toEqual(['a']);
    give();
    expect(await answer).toBe('a');
    expect(calls).toEqual(['a', 'a']);
  });

  test('several calls at once are one question, and none is made before it is answered', async () => {
    const { calls, call, give } = server();
    const answers = Promise.all(['a', 'b', 'c'].map((name) => confirming(call(name), wants)));
    await settled();
    expect(calls).toEqual(['a', 'b', 'c']);
    give();
    expect(await answers).toEqual(['a', 'b', 'c']);
  });

  test('a call refused while the password was being confirmed is made again without a question', async () => {
    const { calls, call, give } = server();
    let refuse = (_: Error): void => undefined;
    const underWay = new Promise<never>((_, reject) => {
      refuse = reject;
    });
    const answers = [() => underWay, call('late')];
    const late = confirming(() => answers.shift()!(), wants);
    const asking = confirming(call('asking'), wants);
    await settled();
    give();
    refuse(refusal);
    expect(await Promise.all([late, asking])).toEqual(['late', 'asking']);
    expect(calls).toHaveLength(3);
  });

  test('a call whose question is left did not happen; the next one asks again', async () => {
    const { calls, call, give } = server();
    const outcomes = Promise.allSettled([confirming(call('a'), wants), confirming(call('b'), wants)]);
    await settled();
    answerIdentity(false);
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: expect.any(NotConfirmed) });
    const again = confirming(call('c'), wants);
    await settled();
    give();
    expect(await again).toBe('c');
    expect(calls).toEqual(['a', 'b', 'c', 'c']);
  });

  test('a call fails as before for any other reason', async () => {
    const failure = new Error('something else');
    await expect(confirming(() => Promise.reject(failure), wants)).rejects.toBe(failure);
  });
});
