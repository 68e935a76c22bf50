import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { ConfigError } from './config-error.ts';

/** An error of the file system, or of a socket in it. */
type FileError = NodeJS.ErrnoException & { readonly address?: string; readonly port?: number };

/** Why a path cannot be used, and what to do, by the code of the error. */
const faults: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  EROFS: [
    'su sistema de archivos es de solo lectura para este proceso',
    'Permita escribir en él; con systemd, nombre la carpeta en ReadWritePaths= del servicio.',
  ],
  ENOENT: ['no existe', 'Créelo, o corrija el ajuste que lo nombra.'],
  ENOTDIR: ['un archivo está en el lugar de una carpeta', 'Muévalo, o corrija el ajuste que lo nombra.'],
  EEXIST: ['un archivo está en el lugar de una carpeta', 'Muévalo, o corrija el ajuste que lo nombra.'],
  EISDIR: ['es una carpeta y debe ser un archivo', 'Muévala, o corrija el ajuste que la nombra.'],
  ENOSPC: ['no queda espacio', 'Libere espacio en su volumen.'],
  EDQUOT: ['se agotó la cuota de disco del usuario', 'Libere espacio o amplíe la cuota.'],
  ELOOP: ['sus enlaces simbólicos no llevan a ningún lugar', 'Corríjalos.'],
  ENAMETOOLONG: ['su nombre es demasiado largo', 'Elija otro más corto.'],
};

/**
 * Describes an error of the file system to the operator.
 *
 * @param error any error; one of a network address, or without a path where the path matters, is not described
 * @param opening the failed operation in Spanish, with the setting that names the path: `No se puede leer la llave de
 * X`
 * @returns one or two sentences in Spanish: which path, why, what to do; undefined if it is another kind of error
 */
export function describeFileError(error: FileError, opening?: string): string | undefined {
  if (error.port !== undefined) return undefined;
  const named = error.path ?? error.address;
  const { code = '' } = error;
  const path = named === undefined ? 'un archivo' : resolve(named);
  const denied = named !== undefined && (code === 'EACCES' || code === 'EPERM');
  const [reason, remedy] = denied ? denial(path) : (faults[code] ?? []);
  if (reason === undefined) return undefined;
  return `${opening === undefined ? `No se puede usar ${path}` : `${opening} (${path})`}: ${reason}. ${remedy}`;
}

/**
 * Runs work on files of the configuration.
 *
 * @param opening as of {@link describeFileError}
 * @throws ConfigError with the description of the file system's refusal; any other error as it is
 */
export function describingFileErrors<T>(opening: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const described = describeFileError(error as FileError, opening);
    throw described === undefined ? error : new ConfigError(described, { cause: error });
  }
}

/** Why access was denied: the owner of the path, or of the nearest folder above it that this process can see. */
function denial(path: string): readonly [reason: string, remedy: string] {
  const [seen, owner] = nearest(path);
  const uid = process.geteuid?.();
  if (owner === uid || uid === 0)
    return [
      'sus permisos no lo dejan',
      `Revise los de ${seen} y los de las carpetas en que está (ls -ld), y si su sistema restringe el proceso.`,
    ];
  const own = nameOf(uid);
  const of = `es del usuario ${nameOf(owner)} y este proceso corre como ${own}`;
  return seen === path
    ? [of, `Cambie el dueño (chown -R ${own} ${path}) o inicie el proceso como él.`]
    : [`${seen} ${of}`, `Créela para él: mkdir -p ${path} && chown ${own} ${path}.`];
}

function nearest(path: string): readonly [path: string, uid: number] {
  const stat = visibleStat(path);
  return stat === undefined && dirname(path) !== path ? nearest(dirname(path)) : [path, stat?.uid ?? 0];
}

function visibleStat(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The name of a user, if it can be determined; else the number, which `chown` accepts too. */
function nameOf(uid: number | undefined): string {
  if (uid === 0) return 'root';
  try {
    const { uid: own, username } = userInfo();
    return uid === own ? username : String(uid);
  } catch {
    return String(uid);
  }
}
