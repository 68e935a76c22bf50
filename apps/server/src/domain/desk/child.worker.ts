import { openPort } from '@timbre/worker';
import { createReader, type ToWorker } from '../comprobantes/workbooks/reader.ts';
import { answer, type Order } from './answer.ts';

// Code of a child process: runs tasks of a desk, and reads workbooks of invoices. One program does both, so that the
// same child reads all files of companies.

const port = openPort(async (message: Order | ToWorker) => {
  if (typeof message === 'object' && 'name' in message) port.post(await answer(message));
  else read(message);
});
const read = createReader((message) => port.post(message));
