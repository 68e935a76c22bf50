// `tsx packages/quickbooks-simulator/src/main.ts [--port 4100] [--state file.ndjson] [--por-mes 240]`: manual start.
import { parseArgs } from 'node:util';
import { createQuickBooksSimulator } from './simulator.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4100' },
    host: { type: 'string', default: '127.0.0.1' },
    state: { type: 'string' },
    'por-mes': { type: 'string', default: '240' },
  },
});

const simulator = createQuickBooksSimulator({
  settings: { perMonth: Number(values['por-mes']) },
  ...(values.state === undefined ? {} : { stateFile: values.state }),
});
const address = await simulator.listen(Number(values.port), values.host);
console.log(`QuickBooks simulado en ${address}: QUICKBOOKS_BASE_URL=${address}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
