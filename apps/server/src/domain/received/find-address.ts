import { type DirectorioEntry, offers } from '@timbre/authority';
import type { Ambiente } from '@timbre/contract';
import type { Core } from '../comprobantes/core.ts';

/**
 * The addresses of a taxpayer in the DGII's directory; undefined if it is not there, or the environment has no directory.
 *
 * @throws AuthorityUnreachable when the DGII does not answer
 */
export async function findAddress(
  { authority }: Pick<Core, 'authority'>,
  { empresa, ambiente }: { readonly empresa: string; readonly ambiente: Ambiente },
  rnc: string,
): Promise<DirectorioEntry | undefined> {
  if (!offers('directorioPorRNC', ambiente)) return undefined;
  const directory = await authority.directorioPorRNC({ empresa, ambiente }, rnc);
  return directory.kind === 'directorio' ? directory.entries.find((entry) => entry.rnc === rnc) : undefined;
}

const minuteMs = 60_000;

/** While a taxpayer is not in the directory, it is searched there every six hours, for a week. */
export const directoryEveryMs = 6 * 60 * minuteMs;
export const directoryForMs = 7 * 24 * 60 * minuteMs;

/** Milliseconds until the next try after a failure: one minute, doubling up to an hour. */
export const retryMs = (intentos: number): number => Math.min(60 * minuteMs, minuteMs * 2 ** Math.min(intentos - 1, 6));
