import type { Worker } from 'node:worker_threads';
import { startWorker } from '@timbre/worker';
import { Problem } from '../http/problem.ts';
import type { Answer, Order } from './desk.worker.ts';
import { type Given, type ResultOf, tasks } from './tasks.ts';

/** Runs tasks: small inputs at once in the calling thread, large ones in worker threads. */
export interface Desk {
  /**
   * Runs a task of the table.
   *
   * @param size of the input, in bytes or characters: it decides which thread
   * @throws Problem of the task; `servidor/documentos-grandes` when too many tasks already wait;
   * `servidor/documento-interrumpido` when the thread took too long, ran out of memory or died
   */
  run<Name extends keyof typeof tasks>(name: Name, size: number, input: Given<Name>): Promise<ResultOf<Name>>;
  /** Whether an input of this size is processed in the calling thread. */
  isSmall(size: number): boolean;
  /** Ends the threads; unfinished tasks are refused. */
  close(): Promise<void>;
}

/** Options that differ from the defaults. */
export interface DeskOptions {
  /** The largest input that is processed in the calling thread. */
  readonly smallUpTo: number;
  /** Tasks that run at once, each in its own thread. */
  readonly atOnce: number;
  /** Tasks that may wait. Each keeps its input in memory. */
  readonly mayWait: number;
  readonly workingMs: number;
  /** What a thread may take more with its first task, while it loads its code. */
  readonly startingMs: number;
  /** The heap of a thread. */
  readonly heapMb: number;
  /** A thread is ended when the process grows by so many bytes while it works: what it keeps outside of its heap has no other limit. */
  readonly mayGrowBytes: number;
  /** An idle thread is ended after this time, which frees its memory. */
  readonly idleMs: number;
  readonly start: (heapMb: number) => Worker;
  /** Called for each finished task, with its thread: 0 is the main one. */
  readonly onDone: (task: keyof typeof tasks, threadId: number) => void;
}

const usual: DeskOptions = {
  smallUpTo: 256 * 1024,
  atOnce: 2,
  mayWait: 8,
  workingMs: 30_000,
  startingMs: 0,
  // Twice the memory that the most expensive of the largest documents takes.
  heapMb: 640,
  mayGrowBytes: 1024 * 1024 * 1024,
  idleMs: 30_000,
  start: (heapMb) =>
    startWorker(new URL('./desk.worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
  onDone: () => undefined,
};

/** How often the memory of the process is looked at while a thread works. */
const weighMs = 100;

/** Seconds after which a caller refused for lack of room may retry. */
const comeBackS = 5;

interface Job {
  readonly order: Order;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Creates a desk. Its threads are started on demand, and do not keep the process alive. */
export function createDesk(options: Partial<DeskOptions> = {}): Desk {
  const { smallUpTo, atOnce, mayWait, workingMs, startingMs, heapMb, mayGrowBytes, idleMs, start, onDone } = {
    ...usual,
    ...options,
  };
  const waiting: Job[] = [];
  const atWork = new Map<Worker, { readonly job: Job; readonly watches: readonly NodeJS.Timeout[] }>();
  const idle = new Map<Worker, NodeJS.Timeout>();
  let closed = false;

  const isSmall = (size: number) => size <= smallUpTo;

  function work(): void {
    while (waiting.length > 0 && atWork.size < atOnce) {
      const job = waiting.shift()!;
      try {
        const idler = takeIdle();
        give(job, idler ?? hire(), idler === undefined ? workingMs + startingMs : workingMs);
      } catch (error) {
        job.reject(error);
      }
    }
  }

  function give(job: Job, worker: Worker, withinMs: number): void {
    worker.ref();
    const end = (why: string) => {
      lose(worker, interrupted(why));
      void worker.terminate();
    };
    const clock = setTimeout(() => end(`pasó de ${withinMs / 1_000} segundos`), withinMs);
    const most = process.memoryUsage.rss() + mayGrowBytes;
    const scales = setInterval(() => process.memoryUsage.rss() > most && end('no cupo en la memoria'), weighMs);
    atWork.set(worker, { job, watches: [clock, scales] });
    worker.postMessage(job.order);
  }

  function hire(): Worker {
    const worker = start(heapMb);
    worker.on('message', (answer: Answer) => take(worker, answer));
    worker.on('error', (error: NodeJS.ErrnoException) =>
      lose(
        worker,
        interrupted(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'no cupo en la memoria' : 'hubo un fallo', error),
      ),
    );
    worker.on('exit', () => lose(worker, interrupted('se detuvo')));
    return worker;
  }

  function takeIdle(): Worker | undefined {
    const [first] = idle;
    if (first === undefined) return undefined;
    const [worker, cooling] = first;
    clearTimeout(cooling);
    idle.delete(worker);
    return worker;
  }

  function take(worker: Worker, answer: Answer): void {
    const job = leave(worker);
    if (job === undefined) return;
    worker.unref();
    idle.set(
      worker,
      setTimeout(() => {
        idle.delete(worker);
        void worker.terminate();
      }, idleMs).unref(),
    );
    onDone(job.order.name, answer.threadId);
    if ('result' in answer) job.resolve(answer.result);
    else if ('refused' in answer) {
      const { code, detail, errores } = answer.refused;
      job.reject(new Problem(code, detail, errores));
    } else job.reject(answer.error);
    work();
  }

  /** A thread died: only its task fails, and another thread takes the next. */
  function lose(worker: Worker, cause: Problem): void {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    leave(worker)?.reject(cause);
    if (!closed) work();
  }

  function leave(worker: Worker): Job | undefined {
    const busy = atWork.get(worker);
    busy?.watches.forEach(clearTimeout);
    atWork.delete(worker);
    return busy?.job;
  }

  return {
    isSmall,
    async run(name, size, input) {
      if (isSmall(size)) {
        const result = await (tasks[name] as (input: unknown) => unknown)(input);
        onDone(name, 0);
        return result as never;
      }
      if (closed || waiting.length >= mayWait)
        throw new Problem('servidor/documentos-grandes', undefined, undefined, { retryAfterS: comeBackS });
      return new Promise<ResultOf<typeof name>>((resolve, reject) => {
        waiting.push({ order: { name, input }, resolve: resolve as Job['resolve'], reject });
        work();
      });
    },
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(interrupted('el servidor se detiene'));
      await Promise.all([...atWork.keys(), ...idle.keys()].map((worker) => worker.terminate()));
    },
  };
}

/** Whether a task was not finished: its thread took too long, ran out of memory or died. */
export const isInterrupted = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'servidor/documento-interrumpido';

const interrupted = (why: string, cause?: Error): Problem =>
  Object.assign(
    new Problem(
      'servidor/documento-interrumpido',
      `No se terminó de procesar el documento: ${why}. No se guardó nada; vuelva a intentarlo.`,
    ),
    { cause },
  );
