// Time to read the documents of a month at the rate limits of QuickBooks, compared with the least time in which these
// limits allow that many requests, and the memory that it takes. Uses the real clock, the QuickBooks simulator in a
// thread, and small pages, so that the rate limits determine the time and not the machine.
import { addressesAt, createQuickBooks, documentEntities, documentsBetween, ok } from '@timbre/quickbooks';
import { startQuickBooksSimulator } from '@timbre/quickbooks-simulator';
import type { BenchResult } from './measure.ts';

const documents = 20_000;
const pageSize = 100;
/** Longest time allowed, as a multiple of the time that the rate limits require. */
const allowedRatio = 1.1;
/** Most that the heap and the array buffers outside of it may grow during the reading. */
const allowedMb = 100;
const redirectUri = 'http://127.0.0.1:1/callback/quickbooks';

export default async function quickbooks(): Promise<BenchResult> {
  const running = await startQuickBooksSimulator({ settings: { perMonth: documents } });
  try {
    const small = await read(running.address, pageSize);
    const large = await read(running.address, 1_000);
    const limit = small.limitS * allowedRatio;
    return {
      name: 'quickbooks',
      value: small.seconds,
      unit: 's',
      limit,
      ratio: limit / small.seconds,
      target: 1,
      missed: [small, large].flatMap(({ grownMb, read: count }) => [
        ...(grownMb > allowedMb ? [`the memory grew by ${grownMb.toFixed(0)} MB`] : []),
        ...(count === documents ? [] : [`${count} documents came`]),
      ]),
      detail: {
        documents,
        'requests, pages of 100': small.requests,
        'of the limits’ own time': small.seconds / small.limitS,
        'memory grown at most, MB': small.grownMb,
        'in pages of 1,000, s': large.seconds,
        'limits’ own time for those, s': large.limitS,
        'memory grown at most with those, MB': large.grownMb,
      },
    };
  } finally {
    await running.close();
  }
}

/**
 * Reads the month. Returns the time taken, the time that the rate limits require, and the largest growth of the memory.
 */
async function read(address: string, size: number) {
  let requests = 0;
  const counting: typeof fetch = (...call) => {
    if (String(call[0]).includes('/v3/company/')) requests += 1;
    return fetch(...call);
  };
  const client = createQuickBooks({
    addresses: addressesAt(address),
    clientId: 'a',
    clientSecret: 'b',
    fetch: counting,
    limits: { pageSize: size, pages: (1_000 / size) * 50 },
  });
  const consent = `${client.authorizationUrl({ redirectUri, state: 'e' })}&decision=conectar`;
  const back = new URL((await fetch(consent, { redirect: 'manual' })).headers.get('location') ?? '').searchParams;
  const granted = await client.exchange(back.get('code') ?? '', redirectUri);
  if (granted.kind !== 'ok') throw new Error(granted.kind);
  const { accessToken } = granted.value;
  const realm = back.get('realmId') ?? '';
  const company = client.company({ realm, access: async () => ok(accessToken), patienceMs: 600_000 });

  const memoryMb = () => (process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers) / 2 ** 20;
  globalThis.gc?.();
  const beforeMb = memoryMb();
  let mostMb = beforeMb;
  let count = 0;
  const start = performance.now();
  const lists = documentEntities.map((entity) => documentsBetween(entity, '2026-05-01', '2026-05-31'));
  for await (const { page } of company.allPages(lists)) {
    if (page.kind !== 'ok') throw new Error(JSON.stringify(page));
    count += page.value.length;
    mostMb = Math.max(mostMb, memoryMb());
  }
  const seconds = (performance.now() - start) / 1_000;
  // The limits allow ten requests at once, ten more a second later, and so on.
  return { seconds, requests, read: count, limitS: Math.ceil(requests / 10) - 1, grownMb: mostMb - beforeMb };
}
