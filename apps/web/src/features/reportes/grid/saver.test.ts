import { expect, test } from 'vitest';
import { type Change, Saver } from './saver.ts';

type Sent = (Change & { id: string })[];

/** The server refuses an answer. */
class Refused extends Error {}

/** A saver whose clock and server are controlled by the test. */
function rig(most = 1_000) {
  const due: (() => void)[] = [];
  const sent: Sent[] = [];
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const filed: boolean[] = [];
  const saver = new Saver({
    most,
    later: (run) => due.push(run),
    onSaved: () => undefined,
    isRefused: (error) => error instanceof Refused,
    send: (changes, evenFiled) => {
      sent.push([...changes]);
      filed.push(evenFiled);
      return new Promise((resolve, reject) => answers.push({ resolve: () => resolve([]), reject }));
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    saver,
    sent,
    filed,
    tick: () => {
      for (const run of due.splice(0)) run();
    },
    answer: async (error?: Error) => {
      const one = answers.shift()!;
      if (error) one.reject(error);
      else one.resolve();
      await settle();
    },
  };
}

const forma = (value: string | null) => ({ respuestas: { forma_pago: value } });

test('answers that follow each other are saved by one call, the last of a field winning', async () => {
  const { saver, sent, tick, answer } = rig();
  saver.put([{ id: 'a', ...forma('01') }]);
  saver.put([
    { id: 'a', respuestas: { forma_pago: '02', itbis_costo: '0.00' } },
    { id: 'b', ...forma(null) },
  ]);
  expect(saver.state().state).toBe('esperando');
  tick();
  expect(sent).toEqual([
    [
      { id: 'a', respuestas: { forma_pago: '02', itbis_costo: '0.00' } },
      { id: 'b', respuestas: { forma_pago: null } },
    ],
  ]);
  await answer();
  expect(saver.state()).toMatchObject({ state: 'guardado', changes: new Map() });
});

test('a failed call keeps the input, and is tried again with later input', async () => {
  const { saver, sent, tick, answer } = rig();
  saver.put([{ id: 'a', respuestas: { forma_pago: '01', itbis_costo: '5.00' } }]);
  tick();
  saver.put([{ id: 'a', ...forma('03') }]);
  await answer(new Error('sin red'));
  expect(saver.state()).toMatchObject({ state: 'fallo', error: new Error('sin red') });
  expect(saver.state().changes.get('a')).toEqual({ respuestas: { forma_pago: '03', itbis_costo: '5.00' } });
  saver.retry();
  expect(sent[1]).toEqual([{ id: 'a', respuestas: { forma_pago: '03', itbis_costo: '5.00' } }]);
});

test('input during a call is saved by the next one, and no more than that', async () => {
  const { saver, sent, tick, answer } = rig();
  saver.put([{ id: 'a', respuestas: { forma_pago: '01', itbis_costo: '5.00' } }]);
  tick();
  saver.put([{ id: 'a', ...forma('03') }]);
  await answer();
  expect(saver.state().state).toBe('esperando');
  tick();
  expect(sent[1]).toEqual([{ id: 'a', ...forma('03') }]);
  await answer();
  expect(saver.state().state).toBe('guardado');
});

test('more rows than a call holds are sent in several', async () => {
  const { saver, sent, tick, answer } = rig(2);
  saver.put(['a', 'b', 'c'].map((id) => ({ id, ...forma('01') })));
  tick();
  await answer();
  tick();
  expect(sent.map((call) => call.map(({ id }) => id))).toEqual([['a', 'b'], ['c']]);
});

test('a filed month is changed only after the confirmation of the person', async () => {
  const { saver, filed, tick, answer } = rig();
  saver.put([{ id: 'a', ...forma('01'), excluido: 'Es personal' }]);
  tick();
  await answer(new Error('presentado'));
  saver.retry(true);
  expect(filed).toEqual([false, true]);
});

test('a refused answer does not block the others, and is sent again once it is changed', async () => {
  const { saver, sent, tick, answer } = rig();
  saver.put(['a', 'b', 'c', 'd'].map((id) => ({ id, ...forma('01') })));
  tick();
  // The whole batch is refused, then the half with «c», then «c» itself.
  for (const refused of [true, false, true, true, false]) await answer(refused ? new Refused('c') : undefined);
  expect(sent.map((call) => call.map(({ id }) => id).join(''))).toEqual(['abcd', 'ab', 'cd', 'c', 'd']);
  expect(saver.state()).toMatchObject({ state: 'fallo', error: new Refused('c') });
  expect([...saver.state().changes.keys()]).toEqual(['c']);
  saver.put([{ id: 'e', ...forma('02') }]);
  tick();
  await answer();
  expect(sent.at(-1)).toEqual([{ id: 'e', ...forma('02') }]);
  expect(saver.state()).toMatchObject({ state: 'fallo', error: new Refused('c') });
  saver.put([{ id: 'c', ...forma('04') }]);
  tick();
  await answer();
  expect(saver.state()).toMatchObject({ state: 'guardado', changes: new Map() });
});
