import { expect, test } from 'vitest';
import { type Content, createDraftSaver, type Failure, type Saved } from './draft-saver.ts';

class Failed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

/** A server with one draft, a page that edits it, and the states reported to the page. */
function place() {
  const server = { version: 0, monto: '', sent: [] as string[] };
  const page = { monto: '1.00', reported: [] as Saved['kind'][], firsts: 0 };
  /** Outcome of the next requests; answered if empty. */
  const fates: ('lost' | 'busy')[] = [];
  let held: Promise<void> | undefined;
  const contentOf = (monto: string): Content => ({ tipo: '31', comprador: '', monto, documento: {} });
  const saver = createDraftSaver({
    version: 0,
    content: () => contentOf(page.monto),
    isStored: (stored) => stored?.monto === page.monto,
    async send({ version, monto }) {
      server.sent.push(monto);
      const fate = fates.shift();
      if (fate === 'busy') throw new Failed('refused');
      const isSame = server.version === version + 1 && server.monto === monto;
      if (!isSame && server.version !== version) throw new Failed('final');
      Object.assign(server, { version: version + 1, monto });
      if (fate === 'lost') throw new Failed('unanswered');
      await held;
      return { version: version + 1, modificado: '2026-11-26T12:00:00Z' } as never;
    },
    failureOf: (error) => (error as Failed).failure,
    tell: ({ kind }) => page.reported.push(kind),
    onFirst: () => {
      page.firsts += 1;
    },
  });
  return {
    server,
    page,
    fates,
    saver,
    /** Delays the responses until the returned function is called. */
    hold(): () => void {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    another: (monto: string) => Object.assign(server, { version: server.version + 1, monto }),
  };
}

test('a change during a request is stored after it', async () => {
  const { server, page, saver, hold } = place();
  const answer = hold();
  const first = saver.save();
  page.monto = '2.00';
  const second = saver.save();
  answer();
  await Promise.all([first, second]);
  expect(server).toEqual({ version: 2, monto: '2.00', sent: ['1.00', '2.00'] });
  expect(page.firsts).toBe(1);
});

test('the same text is sent first after a lost answer: the next one is no text of another window', async () => {
  const { server, page, fates, saver } = place();
  fates.push('lost');
  await saver.save();
  page.monto = '2.00';
  await saver.save();
  expect(server).toEqual({ version: 2, monto: '2.00', sent: ['1.00', '1.00', '2.00'] });
  expect(page.reported).toEqual(['guardando', 'fallo', 'guardando', 'guardado', 'guardando', 'guardado']);
});

test('a busy server is asked again with the next change; what another window stored is never overwritten', async () => {
  const { server, page, fates, saver, another } = place();
  fates.push('busy');
  await saver.save();
  page.monto = '2.00';
  await saver.save();
  expect(server.monto).toBe('2.00');
  another('9.00');
  page.monto = '3.00';
  await saver.save();
  await saver.save();
  expect(server).toEqual({ version: 2, monto: '9.00', sent: ['1.00', '2.00', '3.00'] });
});

test('a stored draft is not sent again, nor anything after the end', async () => {
  const { server, page, saver } = place();
  await saver.save();
  await saver.save();
  page.monto = '2.00';
  saver.end();
  await saver.save();
  expect(server.sent).toEqual(['1.00']);
});
