import { statfsSync } from 'node:fs';
import { arch, availableParallelism, freemem, release, type as systemType, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { formatFechaHora } from '@timbre/values';
import { writeZip } from '@timbre/workbook';
import type { Issued } from '../../domain/comprobantes/numbers/journal.ts';
import type { Config } from '../../domain/config.ts';
import { anchorFolderOf, journalFileOf } from '../../domain/own-files.ts';
import type { Db } from '../../platform/db/transactions.ts';
import { readAnchors } from '../../platform/events/anchors.ts';
import type { Seals } from '../../platform/events/seals.ts';
import type { Failure } from '../../platform/process/failures.ts';
import { version } from '../../platform/process/version.ts';
import { checkInTime } from './check.ts';
import { kindOf, knownName } from './error-kind.ts';
import { readme } from './readme.ts';
import * as repo from './repo.ts';
import { tellSettings } from './settings.ts';

/** Something that could not be read, and the kind of error or the reason. */
export interface Unread {
  readonly noLeido: string;
}

/** The sources of a bundle: made by the server, or by the command beside it. */
export interface Source {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  /** Where it is made, in words. */
  readonly where: string;
  readonly db: Db | Unread;
  readonly figures: () => Promise<string>;
  readonly failures: readonly Failure[] | Unread;
  readonly seals: () => Promise<Seals>;
  readonly journal: () => Promise<readonly Issued[]>;
  /** Time for the check of the numbers. */
  readonly checkMs: number;
}

const MiB = 1024 * 1024;
/** Time for each other reading. */
const withinMs = 10_000;

/** The files of every bundle, in order. */
export const fileNames = [
  'leame.txt',
  'versiones.json',
  'ajustes.json',
  'limites.json',
  'cifras.txt',
  'trabajos.json',
  'errores.json',
  'verificar.json',
  'estado.json',
] as const;

/** Makes the files: name → text. The file of a part that fails says why. */
export async function makeFiles(source: Source): Promise<ReadonlyMap<string, string>> {
  const { env, now, where } = source;
  const figures = await attempt(source.figures);
  const texts: Record<(typeof fileNames)[number], string> = {
    'leame.txt': readme(now.toISOString(), where),
    'versiones.json': json(await versions(source)),
    'ajustes.json': json(tellSettings(env)),
    'limites.json': json(limits()),
    'cifras.txt': typeof figures === 'string' ? figuresOf(figures) : json(figures),
    'trabajos.json': json(await jobs(source)),
    'errores.json': json(source.failures),
    'verificar.json': json(await check(source)),
    'estado.json': json(await state(source)),
  };
  return new Map(fileNames.map((name) => [name, texts[name]]));
}

/** Packs the files of {@link makeFiles}. */
export async function packFiles(files: ReadonlyMap<string, string>, now: Date): Promise<Buffer> {
  const parts = [...files].map(([name, text]) => ({ name, content: Buffer.from(text) }));
  const bytes: Buffer[] = [];
  for await (const part of writeZip(parts, now.getTime())) bytes.push(part);
  return Buffer.concat(bytes);
}

/** The name of the file, by the time in Santo Domingo. */
export const bundleName = (now: Date): string =>
  `timbre-soporte-${formatFechaHora(now.getTime()).replace(/[^\d]/g, '-')}.zip`;

const mostFigures = 5_000;

/** The lines that are figures of Timbre: at the port of a command another program may answer. */
const figuresOf = (told: string): string =>
  told
    .split('\n')
    .filter((line) => /^(?:# (?:HELP|TYPE) )?(?:timbre|process)_[a-z_]+[ {]/.test(line))
    .slice(0, mostFigures)
    .map((line) => `${line}\n`)
    .join('');

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The result of a reading; the kind of its error if it fails, or does not answer in time. */
async function attempt<T>(read: () => Promise<T>, limitMs = withinMs): Promise<T | Unread> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Unread>((resolve) => {
    timer = setTimeout(() => resolve({ noLeido: 'no respondió a tiempo' }), limitMs);
  });
  const result = (async () => read())().catch((error: unknown): Unread => ({ noLeido: kindOf(error) }));
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

/** A reading of the database. */
const reading = <T>({ db }: Source, read: (open: Db) => Promise<T>): Promise<T | Unread> =>
  'noLeido' in db ? Promise.resolve(db) : attempt(() => read(db));

async function versions(source: Source) {
  const { config } = source;
  const engine = await reading(source, (db) => db.system((tx) => repo.readEngine(tx)));
  const motor = config.databaseUrl === undefined ? 'embebida' : 'postgresql';
  return {
    timbre: version,
    node: process.version,
    sistema: { nombre: systemType(), version: release(), arquitectura: arch() },
    baseDeDatos:
      'noLeido' in engine
        ? { motor, ...engine }
        : {
            motor,
            version: /^[\d.]+/.exec(engine.version)?.[0] ?? 'otra',
            migraciones: engine.applied.map(({ nombre, aplicada }) => ({ nombre, aplicada: aplicada.toISOString() })),
          },
  };
}

const limits = () => ({
  procesadores: availableParallelism(),
  memoriaDeLaMaquinaMB: Math.round(totalmem() / MiB),
  memoriaLibreMB: Math.round(freemem() / MiB),
  memoriaDelProcesoMB: Math.round(process.memoryUsage.rss() / MiB),
  memoriaMaximaDeJavaScriptMB: Math.round(getHeapStatistics().heap_size_limit / MiB),
});

async function jobs(source: Source) {
  const read = await reading(source, (db) =>
    db.system(async (tx) => ({ classes: await repo.readJobs(tx, source.now), errors: await repo.readJobErrors(tx) })),
  );
  if ('noLeido' in read) return read;
  return read.classes.map(({ clase, total, vencidos, intentos, con_error: conError }) => {
    const errores: Record<string, number> = {};
    for (const each of read.errors.filter((one) => one.clase === clase)) {
      const name = knownName(each.nombre);
      errores[name] = (errores[name] ?? 0) + each.total;
    }
    return { clase, total, vencidos, masIntentos: intentos, conError, ultimosErrores: errores };
  });
}

async function check({ db, config, now, seals, journal, checkMs }: Source) {
  if ('noLeido' in db) return db;
  const run = async () => {
    const opened = await seals();
    const { records: remembered, problems } = readAnchors(opened, anchorFolderOf(config));
    const evidence = { now, autoridad: config.authority, seals: opened, remembered, journal: await journal() };
    return checkInTime(db, evidence, problems.length, checkMs);
  };
  return attempt(run, checkMs + withinMs);
}

async function state(source: Source) {
  const { now, config } = source;
  const clock = await reading(source, (db) => db.system((tx) => repo.readEngine(tx)));
  return {
    hora: {
      utc: now.toISOString(),
      zona: Intl.DateTimeFormat().resolvedOptions().timeZone,
      segundosDeDiferenciaConLaBaseDeDatos:
        'noLeido' in clock ? clock : Math.round((clock.now.getTime() - now.getTime()) / 1_000),
    },
    disco: {
      carpetaDeDatos: await attempt(async () => spaceOf(config.dataDir)),
      diarioDeEmision: await attempt(async () => spaceOf(dirname(journalFileOf(config)))),
    },
    certificados: await reading(source, (db) => db.system((tx) => repo.countCertificates(tx, now))),
  };
}

function spaceOf(folder: string) {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { libreMB: Math.round((bavail * bsize) / MiB), totalMB: Math.round((blocks * bsize) / MiB) };
}
