import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startPglite } from './pglite.ts';

/** A simple query, encoded as a protocol message. */
function query(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.from('Q\0\0\0\0');
  head.writeUInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

test('the thread of the engine releases the memory of its answers', async () => {
  const engine = await startPglite(
    {},
    {
      onLost: (cause) => {
        throw cause;
      },
    },
  );
  const session = engine.connect().on('error', () => undefined);
  const ask = async (sql: string) => {
    session.write(query(sql));
    for (let bytes = 0; ; ) {
      const [answer] = (await once(session, 'data')) as [Buffer];
      bytes += answer.length;
      if (answer.at(-6) === 'Z'.charCodeAt(0)) return bytes;
    }
  };
  await ask('select 1');
  const before = (await engine.memory()).heap;
  for (let turn = 0; turn < 12; turn++)
    expect(await ask("select repeat('x', 90) from generate_series(1, 20000)")).toBeGreaterThan(20_000 * 100);
  expect((await engine.memory()).heap - before).toBeLessThan(20_000_000);
  await engine.close();
});
