import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lockFolder } from '../../../platform/db/folder-lock.ts';
import { ConfigError } from '../../../platform/process/config-error.ts';

/** A series of numbers: one issuer, one environment, one type. */
export interface NumberSeries {
  readonly ambiente: string;
  readonly rncEmisor: string;
  readonly tipo: number;
}

/** A number issued. */
export type Issued = NumberSeries & { readonly numero: number };

/**
 * The issue journal: an append-only file outside the database that stores the highest number issued per series.
 * A line is on the disk (O_DSYNC) before its document is acknowledged or sent to the authority. So a database restored
 * from a backup, or one that lost its last writes in a power cut, is detected and issues nothing until it is
 * reconciled.
 */
export interface Journal {
  /** Its id among the journals in the database; undefined if it was opened only for reading. */
  readonly id: string | undefined;
  /**
   * The journal was created because there was none, and {@link Journal.adopt} was not called yet: numbers that it does
   * not have may have been issued.
   */
  isNew(): boolean;
  /** Records on the disk that it has every number issued before it was created. */
  adopt(): Promise<void>;
  /**
   * Records numbers as issued; resolves when they are on the disk. A number below the recorded one causes no write.
   * After a rejection the numbers remain pending: the next write includes them.
   */
  record(numbers: readonly Issued[]): Promise<void>;
  /**
   * Resolves when numbers can be recorded. After a failed write it writes the pending numbers again, and rejects if
   * that fails.
   */
  ready(): Promise<void>;
  /** False after a failed write, until one succeeds. */
  isWritable(): boolean;
  /** Highest number recorded of each series. */
  highest(): readonly Issued[];
  /** Highest number recorded of this series; 0 if there is none. */
  highestOf(series: NumberSeries): number;
  close(): Promise<void>;
}

const seriesKey = (s: NumberSeries) => `${s.ambiente} ${s.rncEmisor} ${s.tipo}`;

type Highest = Map<string, Issued>;

/** Raises the highest number of a series; a lower number changes nothing. */
function raise(highest: Highest, { ambiente, rncEmisor, tipo, numero }: Issued): void {
  const entry = { ambiente, rncEmisor, tipo, numero };
  if ((highest.get(seriesKey(entry))?.numero ?? 0) < numero) highest.set(seriesKey(entry), entry);
}

/** Of each series in the list, its highest number. */
export function highestOfEach(issued: Iterable<Issued>): readonly Issued[] {
  const highest: Highest = new Map();
  for (const entry of issued) raise(highest, entry);
  return [...highest.values()];
}

const LINE = /^(testecf|certecf|ecf) (\d{9}|\d{11}) (\d{2}) (\d{1,10})$/;

/** The line with the journal's id; the last one counts. Journals of earlier versions have none. */
const NAME_LINE = /^nodo ([0-9a-f-]{36})( nuevo)?$/;

interface Content {
  readonly highest: Highest;
  readonly id: string;
  readonly isNew: boolean;
}

/** Parses the lines of a journal. A last line truncated by a crash was never acknowledged and is ignored. */
function parse(text: string | undefined): Content {
  const highest: Highest = new Map();
  if (text === undefined || text === '') return { highest, id: randomUUID(), isNew: true };
  let name = { id: randomUUID() as string, isNew: false };
  const lines = text.split('\n');
  lines.forEach((line, i) => {
    const named = NAME_LINE.exec(line);
    if (named !== null && i < lines.length - 1) {
      name = { id: named[1] ?? '', isNew: named[2] !== undefined };
      return;
    }
    const match = LINE.exec(line);
    if (!match) {
      if (line === '' || i === lines.length - 1) return;
      throw new ConfigError(`El diario de emisión está dañado en la línea ${i + 1}; restáurelo antes de emitir`);
    }
    const [, ambiente = '', rncEmisor = '', tipo, numero] = match;
    raise(highest, { ambiente, rncEmisor, tipo: Number(tipo), numero: Number(numero) });
  });
  return { highest, ...name };
}

const nameLine = (id: string, isNew: boolean) => `nodo ${id}${isNew ? ' nuevo' : ''}\n`;
const formatLines = (entries: Iterable<Issued>) => [...entries].map((e) => `${seriesKey(e)} ${e.numero}\n`).join('');

/**
 * Opens a journal, creates it if missing, and rewrites it to one line per series. Only one process can have it open.
 *
 * @param file path of the journal; its folder is created, and held for this process
 * @throws FolderInUse when another process has the journal
 * @throws ConfigError when a line other than the last is not a journal line
 */
export async function openJournal(file: string): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true });
  const lock = await lockFolder(dirname(file));
  const content = parse(await readFile(file, 'utf8').catch(ifMissing));
  await compact(file, content);
  const handle = await open(file, constants.O_WRONLY | constants.O_APPEND | constants.O_DSYNC);
  return new OpenJournal(content, handle, (await handle.stat()).size, lock);
}

class OpenJournal implements Journal {
  readonly id: string;
  #isNew: boolean;
  readonly #highest: Highest;
  readonly #handle: FileHandle;
  readonly #lock: { release(): void };
  /** Size of the valid content: a failed write may have left half a line after it. */
  #size: number;
  #torn = false;
  /** Numbers whose write failed. */
  #owed: Highest | undefined;
  // Writes run one at a time; entries that arrive during a write are written together by the next.
  #waiting: { readonly entries: Highest; readonly done: Promise<void> } | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ id, isNew, highest }: Content, handle: FileHandle, size: number, lock: { release(): void }) {
    this.id = id;
    this.#isNew = isNew;
    this.#highest = highest;
    this.#handle = handle;
    this.#size = size;
    this.#lock = lock;
  }

  isNew(): boolean {
    return this.#isNew;
  }

  async adopt(): Promise<void> {
    const adopted = this.#writing.then(() => this.#appendText(nameLine(this.id, false)));
    this.#writing = adopted.catch(() => undefined);
    await adopted;
    this.#isNew = false;
  }

  async record(numbers: readonly Issued[]): Promise<void> {
    const fresh = numbers.filter((n) => n.numero > this.highestOf(n));
    if (fresh.length > 0) await this.#write(fresh);
  }

  async ready(): Promise<void> {
    if (this.#owed) await this.#write([]);
  }

  isWritable(): boolean {
    return this.#owed === undefined;
  }

  highest(): readonly Issued[] {
    return [...this.#highest.values()];
  }

  highestOf(series: NumberSeries): number {
    return this.#highest.get(seriesKey(series))?.numero ?? 0;
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#handle.close();
    this.#lock.release();
  }

  #write(numbers: readonly Issued[]): Promise<void> {
    if (!this.#waiting) {
      const entries: Highest = new Map();
      const done = this.#writing.then(() => {
        this.#waiting = undefined;
        return this.#append(entries);
      });
      this.#waiting = { entries, done };
      this.#writing = done.catch(() => undefined);
    }
    for (const number of numbers) raise(this.#waiting.entries, number);
    return this.#waiting.done;
  }

  async #append(entries: Highest): Promise<void> {
    for (const entry of this.#owed?.values() ?? []) raise(entries, entry);
    try {
      await this.#appendText(formatLines(entries.values()));
    } catch (error) {
      this.#owed = entries;
      throw error;
    }
    this.#owed = undefined;
    for (const entry of entries.values()) raise(this.#highest, entry);
  }

  async #appendText(lines: string): Promise<void> {
    if (this.#torn) await this.#handle.truncate(this.#size);
    this.#torn = true;
    await this.#handle.appendFile(lines);
    this.#torn = false;
    this.#size += lines.length;
  }
}

/** A read-only journal, which another process may have open: it records nothing. */
export async function readJournal(file: string): Promise<Journal> {
  const { highest } = parse(await readFile(file, 'utf8').catch(ifMissing));
  const refuse = () => Promise.reject(new Error('The journal was opened to be looked at'));
  return {
    id: undefined,
    isNew: () => false,
    adopt: refuse,
    record: refuse,
    ready: refuse,
    isWritable: () => false,
    highest: () => [...highest.values()],
    highestOf: (series) => highest.get(seriesKey(series))?.numero ?? 0,
    close: async () => undefined,
  };
}

/**
 * Writes one line per series to a new file and renames it over the old one: after a crash one of the two is complete.
 */
async function compact(file: string, { highest, id, isNew }: Content): Promise<void> {
  const fresh = `${file}.nuevo`;
  const handle = await open(
    fresh,
    constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_DSYNC,
    0o600,
  );
  await handle.writeFile(nameLine(id, isNew) + formatLines(highest.values()));
  await handle.close();
  await rename(fresh, file);
  const folder = await open(dirname(file), 'r');
  await folder.sync();
  await folder.close();
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
