import { constants } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lockFolder } from '../../db/folder-lock.ts';

/** A run of numbers of one kind: one issuer, one environment, one type. */
export interface NumberSeries {
  readonly ambiente: string;
  readonly rncEmisor: string;
  readonly tipo: number;
}

/** A number issued. */
export type Issued = NumberSeries & { readonly numero: number };

/**
 * The issue journal: an append-only file outside the database that remembers the highest number issued per series.
 * A line is on the disk (O_DSYNC) before its document may be acknowledged or leave for the authority, so a database that
 * comes back from a backup, or that lost its last writes in a power cut, is noticed and issues nothing until reconciled.
 */
export interface Journal {
  /**
   * Records numbers as issued; resolves when they are on the disk. Numbers below the recorded one cost nothing.
   * Where it rejects, the numbers stay owed: the next write carries them too.
   */
  record(numbers: readonly Issued[]): Promise<void>;
  /** Resolves when numbers can be recorded; after a write that failed, tries again what is owed, and rejects while it cannot be. */
  ready(): Promise<void>;
  /** False from a write that failed until one succeeds. */
  isWritable(): boolean;
  /** Highest number recorded of each series. */
  highest(): readonly Issued[];
  close(): Promise<void>;
}

const seriesKey = (s: NumberSeries) => `${s.ambiente} ${s.rncEmisor} ${s.tipo}`;

type Highest = Map<string, Issued>;

/** Raises the highest number of a series; lower ones change nothing. */
function raise(highest: Highest, { ambiente, rncEmisor, tipo, numero }: Issued): void {
  const entry = { ambiente, rncEmisor, tipo, numero };
  if ((highest.get(seriesKey(entry))?.numero ?? 0) < numero) highest.set(seriesKey(entry), entry);
}

const LINE = /^(testecf|certecf|ecf) (\d{9}|\d{11}) (\d{2}) (\d{1,10})$/;

/** Reads the lines of a journal; a last line torn by a crash was never acknowledged and is passed over. */
function parse(text: string): Highest {
  const highest: Highest = new Map();
  const lines = text.split('\n');
  lines.forEach((line, i) => {
    const found = LINE.exec(line);
    if (!found) {
      if (line === '' || i === lines.length - 1) return;
      throw new Error(`El diario de emisión está dañado en la línea ${i + 1}; restáurelo antes de emitir`);
    }
    const [, ambiente = '', rncEmisor = '', tipo, numero] = found;
    raise(highest, { ambiente, rncEmisor, tipo: Number(tipo), numero: Number(numero) });
  });
  return highest;
}

const formatLines = (entries: Iterable<Issued>) => [...entries].map((e) => `${seriesKey(e)} ${e.numero}\n`).join('');

/**
 * Opens a journal, made when missing, and rewrites it to one line per series. One process has it at a time.
 *
 * @param file path of the journal; its folder is created, and held for this process
 * @throws FolderInUse when another process has the journal
 * @throws Error when a line other than the last is not one of ours
 */
export async function openJournal(file: string): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true });
  const lock = await lockFolder(dirname(file));
  const highest = parse(await readFile(file, 'utf8').catch(ifMissing('')));
  await compact(file, highest);
  const handle = await open(file, constants.O_WRONLY | constants.O_APPEND | constants.O_DSYNC);

  /** What is known to be whole; a write that failed may have left half a line after it. */
  let size = (await handle.stat()).size;
  /** Numbers whose write failed. */
  let owed: Highest | undefined;

  async function append(entries: Highest): Promise<void> {
    for (const entry of owed?.values() ?? []) raise(entries, entry);
    const lines = formatLines(entries.values());
    try {
      if (owed) await handle.truncate(size);
      await handle.appendFile(lines);
    } catch (error) {
      owed = entries;
      throw error;
    }
    owed = undefined;
    size += lines.length;
    for (const entry of entries.values()) raise(highest, entry);
  }

  // Writes go one after the other; those that come while one is under way leave together in the next.
  let waiting: { readonly entries: Highest; readonly done: Promise<void> } | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(numbers: readonly Issued[]): Promise<void> {
    if (!waiting) {
      const entries: Highest = new Map();
      const done = writing.then(() => {
        waiting = undefined;
        return append(entries);
      });
      waiting = { entries, done };
      writing = done.catch(() => undefined);
    }
    for (const number of numbers) raise(waiting.entries, number);
    return waiting.done;
  }

  return {
    async record(numbers) {
      const fresh = numbers.filter((n) => n.numero > (highest.get(seriesKey(n))?.numero ?? 0));
      if (fresh.length > 0) await write(fresh);
    },
    async ready() {
      if (owed) await write([]);
    },
    isWritable: () => owed === undefined,
    highest: () => [...highest.values()],
    async close() {
      await writing;
      await handle.close();
      lock.release();
    },
  };
}

/** A journal to look at, that another process may have: it records nothing. */
export async function readJournal(file: string): Promise<Journal> {
  const highest = parse(await readFile(file, 'utf8').catch(ifMissing('')));
  const refuse = () => Promise.reject(new Error('The journal was opened to be looked at'));
  return {
    record: refuse,
    ready: refuse,
    isWritable: () => false,
    highest: () => [...highest.values()],
    close: async () => undefined,
  };
}

/** One line per series, written beside and renamed over, so that a crash leaves the old file or the new one whole. */
async function compact(file: string, highest: Highest): Promise<void> {
  const fresh = `${file}.nuevo`;
  const handle = await open(
    fresh,
    constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_DSYNC,
    0o600,
  );
  await handle.writeFile(formatLines(highest.values()));
  await handle.close();
  await rename(fresh, file);
  const folder = await open(dirname(file), 'r');
  await folder.sync();
  await folder.close();
}

const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
