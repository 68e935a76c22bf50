import { parentPort } from 'node:worker_threads';

// Type syntax, so that it runs only where TypeScript is understood.
parentPort?.on('message', (text: string) => parentPort?.postMessage(text.toUpperCase()));
