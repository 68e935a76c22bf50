import { emision } from '@timbre/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saleOf } from '../../../main/testing/draft.ts';
import { withIssuing } from '../../../main/testing/issuing.ts';

const server = withIssuing();

const invoice = saleOf({ precio: '100.00' });

const emit = () => server.call(emision.enviarFactura, { body: invoice }, server.key);

test('an emission whose commit was not confirmed is not repeated, as it may be stored', async () => {
  await server.ctx.db.owner((tx) =>
    sql`
      create sequence commits;
      create function fail_at_commit() returns trigger language plpgsql security definer as $$
      begin
        perform nextval('commits');
        raise exception 'the connection broke';
      end $$;
      create constraint trigger fail_at_commit after insert on documento deferrable initially deferred
        for each row execute function fail_at_commit()`.execute(tx),
  );
  const answers = await Promise.all([emit(), emit(), emit()]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(answers.map(({ problem }) => problem?.code)).toContain('servidor/sin-confirmar');
  const { rows } = await server.ctx.db.owner((tx) =>
    sql<{ last_value: number }>`select last_value from commits`.execute(tx),
  );
  expect(rows[0]?.last_value).toBe(1);

  await server.ctx.db.owner((tx) => sql`drop trigger fail_at_commit on documento`.execute(tx));
  expect((await emit()).body.eNCF).toBe('E310000000001');
});
