import { parentPort } from 'node:worker_threads';

// Uses type syntax, so that it runs only with TypeScript support.
parentPort?.on('message', (text: string) => parentPort?.postMessage(text.toUpperCase()));
