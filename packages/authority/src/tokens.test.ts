import { expect, test } from 'vitest';
import { createTokens, type Granted, type Who } from './tokens.ts';

const who: Who = { empresa: 'e1', ambiente: 'testecf' };
const hour = 3_600_000;

function setUp(lifeMs = hour) {
  const time = { monotonic: 1000, now: Date.UTC(2026, 10, 21) };
  const asked: Who[] = [];
  let next: Promise<Granted> | undefined;
  const tokens = createTokens(
    (asking) => {
      asked.push(asking);
      return next ?? Promise.resolve({ token: `t${asked.length}`, lifeMs });
    },
    { monotonic: () => time.monotonic, now: () => time.now, delay: () => Promise.resolve() },
  );
  return {
    tokens,
    time,
    asked,
    answerWith: (granted: Promise<Granted> | undefined) => {
      next = granted;
    },
  };
}

test('a hundred callers wait for one token', async () => {
  const { tokens, asked } = setUp();
  const got = await Promise.all(Array.from({ length: 100 }, () => tokens.get(who)));
  expect(new Set(got)).toEqual(new Set(['t1']));
  expect(asked).toHaveLength(1);
});

test('environments and companies never share a token', async () => {
  const { tokens } = setUp();
  const all = [who, { ...who, ambiente: 'ecf' }, { ...who, empresa: 'e2' }] as const;
  expect(await Promise.all(all.map((one) => tokens.get(one)))).toEqual(['t1', 't2', 't3']);
});

test('a token is renewed at four fifths of its life, while the old one still serves', async () => {
  const { tokens, time, asked } = setUp();
  await tokens.get(who);
  time.monotonic += hour * 0.8 - 1;
  expect(await tokens.get(who)).toBe('t1');
  expect(asked).toHaveLength(1);
  time.monotonic += 1;
  expect(await tokens.get(who)).toBe('t1');
  expect(asked).toHaveLength(2);
  expect(await tokens.get(who)).toBe('t2');
});

test('a token past its life is not used, even while the renewal is late', async () => {
  const { tokens, time } = setUp();
  await tokens.get(who);
  time.monotonic += hour;
  expect(tokens.session(who)).toBeUndefined();
  expect(await tokens.get(who)).toBe('t2');
});

test('a failed early renewal disturbs nobody and is tried again', async () => {
  const { tokens, time, asked, answerWith } = setUp();
  await tokens.get(who);
  time.monotonic += hour * 0.9;
  answerWith(Promise.reject(new Error('down')));
  expect(await tokens.get(who)).toBe('t1');
  await new Promise((resolve) => setImmediate(resolve));
  answerWith(undefined);
  expect(await tokens.get(who)).toBe('t1');
  expect(asked).toHaveLength(3);
});

test('a failure reaches those who wait, and the next call starts anew', async () => {
  const { tokens, answerWith } = setUp();
  answerWith(Promise.reject(new Error('down')));
  await expect(Promise.all([tokens.get(who), tokens.get(who)])).rejects.toThrow('down');
  answerWith(undefined);
  expect(await tokens.get(who)).toBe('t2');
});

test('a change of the wall clock does not affect tokens', async () => {
  const { tokens, time, asked } = setUp();
  await tokens.get(who);
  time.now += 400 * 24 * hour;
  expect(await tokens.get(who)).toBe('t1');
  time.now -= 800 * 24 * hour;
  expect(await tokens.get(who)).toBe('t1');
  expect(asked).toHaveLength(1);
});

test('a refused token is dropped once: a newer one stays', async () => {
  const { tokens, asked } = setUp();
  await tokens.get(who);
  tokens.discard(who, 't1');
  expect(await tokens.get(who)).toBe('t2');
  tokens.discard(who, 't1');
  expect(await tokens.get(who)).toBe('t2');
  expect(asked).toHaveLength(2);
});

test('the removal of a company ends all its sessions, and only its', async () => {
  const { tokens } = setUp();
  await tokens.get(who);
  await tokens.get({ ...who, ambiente: 'ecf' });
  await tokens.get({ ...who, empresa: 'e1/x' });
  tokens.forget('e1');
  expect(tokens.session(who)).toBeUndefined();
  expect(tokens.session({ ...who, ambiente: 'ecf' })).toBeUndefined();
  expect(tokens.session({ ...who, empresa: 'e1/x' })).toBeDefined();
});

test('a token that arrives after its company was removed is not stored', async () => {
  const { tokens, answerWith } = setUp();
  let grant: (granted: Granted) => void = () => {};
  answerWith(
    new Promise((resolve) => {
      grant = resolve;
    }),
  );
  const waiting = tokens.get(who);
  tokens.forget('e1');
  grant({ token: 'late', lifeMs: hour });
  expect(await waiting).toBe('late');
  expect(tokens.session(who)).toBeUndefined();
});

test('the visible part of a session is its end, never its token', async () => {
  const { tokens, time } = setUp();
  await tokens.get(who);
  expect(tokens.session(who)).toEqual({ autenticadoHasta: time.now + hour });
});
