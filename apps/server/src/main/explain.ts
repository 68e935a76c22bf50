import { NotWritable } from '../platform/db/client.ts';
import { FolderInUse } from '../platform/db/folder-lock.ts';
import { DatabaseUnavailable } from '../platform/db/transactions.ts';
import { ConfigError } from '../platform/process/config-error.ts';
import { describeFileError } from '../platform/process/file-fault.ts';

type Coded = Error & { readonly code?: string; readonly syscall?: string; readonly port?: number };

/** Errors of listening for requests. */
const ofListening: Readonly<Record<string, string>> = {
  EADDRINUSE: 'El puerto está ocupado. Elija otro con PORT.',
  EACCES: 'El puerto es del sistema y este usuario no puede abrirlo. Elija con PORT uno desde 1024.',
  EADDRNOTAVAIL: 'La dirección de HOST no es de esta máquina.',
};

/** Errors of PostgreSQL and of the network, by the beginning of their code. */
const ofDatabase: readonly (readonly [code: RegExp, sentence: string])[] = [
  [/^28/, 'PostgreSQL rechaza el usuario o la contraseña de DATABASE_URL.'],
  [/^3D000$/, 'La base de datos de DATABASE_URL no existe; «./timbre roles» la crea.'],
  [/^42501$/, 'El usuario de DATABASE_URL no puede hacer esto: use el que docs/operar.md indica para cada orden.'],
  [/^ECONN|^ETIMEDOUT$|^EHOSTUNREACH$|^ENETUNREACH$/, 'PostgreSQL no responde en la dirección de DATABASE_URL.'],
  [/^ENOTFOUND$|^EAI_AGAIN$/, 'El nombre del servidor no se encuentra en la red: revise DATABASE_URL y HOST.'],
];

/**
 * The message shown to the operator for an error that ends the process.
 *
 * @returns a sentence in Spanish; for an error that was not foreseen, its stack
 */
export function explain(error: Coded): string {
  const { code = '' } = error;
  if (error instanceof ConfigError) return `Configuración: ${error.message}`;
  if (error instanceof FolderInUse)
    return `Otro proceso de Timbre usa la carpeta ${error.folder}. Deténgalo, o elija otra con TIMBRE_DATA_DIR o TIMBRE_JOURNAL.`;
  if (error instanceof DatabaseUnavailable && error.cause instanceof Error) return explain(error.cause);
  if (error instanceof NotWritable) return 'Ningún PostgreSQL de DATABASE_URL acepta escrituras.';
  const isOfPort = error.port !== undefined && error.syscall === 'listen';
  return (
    (isOfPort ? ofListening[code] : describeFileError(error)) ??
    ofDatabase.find(([known]) => known.test(code))?.[1] ??
    error.stack ??
    String(error)
  );
}
