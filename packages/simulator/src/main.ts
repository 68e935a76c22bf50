// `tsx packages/simulator/src/main.ts [--port 4000] [--state file.ndjson] [--latency 300-1500]`: manual start.
import { parseArgs } from 'node:util';
import { createSimulator } from './simulator.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4000' },
    host: { type: 'string', default: '127.0.0.1' },
    state: { type: 'string' },
    latency: { type: 'string', default: '0' },
  },
});

const [least = 0, most = least] = values.latency.split('-').map(Number);
const simulator = createSimulator({
  settings: { latencyMs: [least, most] },
  ...(values.state === undefined ? {} : { stateFile: values.state }),
});
const hosts = await simulator.listen(Number(values.port), values.host);
console.log(`DGII simulada en ${hosts.ecf} (sin validez fiscal)`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
