import { type DirectorioEntry, offers } from '@timbre/authority';
import type { Ambiente } from '@timbre/contract';
import type { Core } from '../comprobantes/core.ts';
import { addressesOf } from './own-addresses.ts';
import { companyNameIn } from './received-repo.ts';

/**
 * The addresses of a taxpayer in the DGII's directory; undefined if it is not there, or the environment has no directory.
 * Beside the simulator, the companies of this installation are there too, so that deliveries and answers between them
 * can be tried.
 *
 * @throws AuthorityUnreachable when the DGII does not answer
 */
export async function findAddress(
  ctx: Pick<Core, 'authority' | 'config' | 'db'>,
  { empresa, ambiente }: { readonly empresa: string; readonly ambiente: Ambiente },
  rnc: string,
): Promise<DirectorioEntry | undefined> {
  if (!offers('directorioPorRNC', ambiente)) return undefined;
  const directory = await ctx.authority.directorioPorRNC({ empresa, ambiente }, rnc);
  const listed = directory.kind === 'directorio' ? directory.entries.find((entry) => entry.rnc === rnc) : undefined;
  return listed ?? (ctx.config.authority === 'simulador' ? await ownEntry(ctx, ambiente, rnc) : undefined);
}

/** A company of this installation in an environment, as an entry of the directory. */
async function ownEntry(
  ctx: Pick<Core, 'config' | 'db'>,
  ambiente: Ambiente,
  rnc: string,
): Promise<DirectorioEntry | undefined> {
  const addresses = addressesOf(ctx, rnc);
  if (addresses === undefined) return undefined;
  const nombre = await ctx.db.system((tx) => companyNameIn(tx, ambiente, rnc));
  if (nombre === undefined) return undefined;
  const { recepcion, aprobacion, autenticacion } = addresses;
  return { nombre, rnc, urlRecepcion: recepcion, urlAceptacion: aprobacion, urlOpcional: autenticacion };
}

const minuteMs = 60_000;

/** While a taxpayer is not in the directory, it is searched there every six hours, for a week. */
export const directoryEveryMs = 6 * 60 * minuteMs;
export const directoryForMs = 7 * 24 * 60 * minuteMs;

/** Milliseconds until the next try after a failure: one minute, doubling up to an hour. */
export const retryMs = (intentos: number): number => Math.min(60 * minuteMs, minuteMs * 2 ** Math.min(intentos - 1, 6));
