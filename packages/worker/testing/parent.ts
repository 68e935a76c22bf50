import { startChild } from '../src/index.ts';

// Starts a child that runs endlessly, prints its process id, and waits to be killed.
const child = startChild(new URL('./probe.ts', import.meta.url), { heapMb: 128, dataMb: 512, messageMb: 1 });
child.listen({ onMessage: () => undefined, onEnd: () => process.exit(1) });
child.post(process.argv[2] === 'loop' ? 'loop' : 'surroundings');
console.log(child.pid);
setInterval(() => undefined, 1_000);
