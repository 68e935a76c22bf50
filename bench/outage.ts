// Time from the end of an outage of 30 s until every document is final, compared with the length of the outage.
// Documents are issued before and during it on the built server. A relay in front of the authority refuses connections
// during the outage.
import { relayTo, type Wire } from '../apps/server/src/main/testing/wire.ts';
import { draft } from './emission.ts';
import { startIssuingServer } from './issuing-server.ts';
import type { BenchResult } from './measure.ts';

const outageS = 30;
const documents = 60;
/** Longest time allowed, as a multiple of the outage. The target is reached when `value` is at most `limit`. */
const allowedRatio = 2;

export default async function outage(): Promise<BenchResult> {
  let wire: Wire | undefined;
  const server = await startIssuingServer({
    env: { DATABASE_URL: '' },
    connections: 16,
    through: async (address) => {
      wire = await relayTo(address);
      return wire.address;
    },
  });
  try {
    const body = JSON.stringify(draft());
    const issue = () => server.call('POST', '/fe/api/emision/ecf/EnviarFactura', body);
    const final = async () => {
      const { caida } = await server.call<{ caida: unknown }>('GET', '/api/autoridad');
      return { reported: caida !== null, accepted: await server.accepted() };
    };
    const until = async (met: (now: Awaited<ReturnType<typeof final>>) => boolean) => {
      const start = performance.now();
      while (!met(await final())) await new Promise((resolve) => setTimeout(resolve, 50));
      return (performance.now() - start) / 1000;
    };

    await issue();
    await until(({ accepted }) => accepted === 1);
    await wire?.become('refuse');
    const begun = performance.now();
    await issue();
    const reportedS = await until(({ reported }) => reported);
    for (let n = 3; n <= documents; n += 1) {
      await issue();
      await new Promise((resolve) => setTimeout(resolve, ((outageS - 2) * 1000) / documents));
    }
    await new Promise((resolve) => setTimeout(resolve, outageS * 1000 - (performance.now() - begun)));
    await wire?.become('pass');
    const afterS = await until(({ accepted }) => accepted === documents);
    const clearS = await until(({ reported }) => !reported);
    return {
      name: 'outage',
      value: afterS,
      unit: 's',
      limit: outageS * allowedRatio,
      ratio: (outageS * allowedRatio) / afterS,
      target: 1,
      detail: {
        'outage, s': outageS,
        documents,
        'all final after its end, of its length': afterS / outageS,
        'told after, s': reportedS,
        'no longer told after all were final, s': clearS,
      },
    };
  } finally {
    await server.stop();
    await wire?.close();
  }
}
