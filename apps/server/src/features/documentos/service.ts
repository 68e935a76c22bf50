import type { Ambiente, Estado } from '@timbre/contract';
import type { Outline } from '@timbre/representacion';
import { campoNombreItemOf } from '../../domain/companies/companies-repo.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';
import { logoOf } from '../inicio/service.ts';

const simulated = 'SIMULADO: emitido con la DGII integrada, sin validez fiscal.';

/**
 * Whether a signed document is printed with the legend of contingency: the authority has not received it and does not answer.
 */
export const isInContingency = (
  { outages }: Pick<Context, 'outages'>,
  { ambiente, estado }: { readonly ambiente: Ambiente; readonly estado: Estado },
): boolean => estado === 'firmado' && outages.of(ambiente)?.fase === 'caida';

/** The company's settings for its printed forms. */
export const drawingOf = async ({ config }: Pick<Context, 'config'>, tx: Tx, empresaId: string) => ({
  campoNombreItem: (await campoNombreItemOf(tx, empresaId)) ?? 'NombreItem',
  avisos: config.authority === 'simulador' ? [simulated] : [],
  logo: await logoOf(tx, empresaId),
});

/** The address of the logo on the pages of a printed form; null if it is on none. */
export function shownLogo(
  { pages }: Pick<Outline, 'pages'>,
  logo: Awaited<ReturnType<typeof drawingOf>>['logo'],
): string | null {
  const isShown = pages.some((page) => page.logo !== undefined);
  return isShown && logo ? `data:${logo.tipo};base64,${logo.bytes.toString('base64')}` : null;
}
