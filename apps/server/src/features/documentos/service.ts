import { setTimeout } from 'node:timers/promises';
import type { Ambiente, Estado } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { Forma, Outline } from '@timbre/representacion';
import { parseFechaHora } from '@timbre/values';
import { campoNombreItemOf } from '../../domain/companies/companies-repo.ts';
import { findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import { findStandings } from '../../domain/comprobantes/sending/standing.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';
import { logoOf } from '../inicio/service.ts';

const simulated = 'SIMULADO: emitido con la DGII integrada, sin validez fiscal.';

/**
 * Whether a signed document is printed with the legend of contingency: the authority has not received it and does not answer.
 */
const isInContingency = (
  { outages }: Pick<Context, 'outages'>,
  { ambiente, estado }: { readonly ambiente: Ambiente; readonly estado: Estado },
): boolean => estado === 'firmado' && outages.of(ambiente)?.fase === 'caida';

/**
 * How long after its second of signing a document is printed only once its first try ended: a connection that is refused is
 * known in less.
 */
const firstTryMs = 2_000;
const lookEveryMs = 50;

/**
 * As {@link isInContingency}; for a document that was just signed, once its first try ended or took too long. Otherwise the
 * first document of an outage would be printed without the legend.
 */
export async function awaitContingency(
  ctx: Pick<Context, 'outages' | 'db' | 'clock'>,
  empresaId: string,
  { id, ambiente, estado, fechaFirma }: ToDeliver,
): Promise<boolean> {
  const signedAt = parseFechaHora(fechaFirma ?? '') ?? 0;
  let now = estado;
  for (let left = signedAt + firstTryMs - ctx.clock.now().getTime(); left > 0; left -= lookEveryMs) {
    if (now !== 'firmado' || isInContingency(ctx, { ambiente, estado: now })) break;
    await setTimeout(lookEveryMs);
    const [standing] = await ctx.db.tenant(empresaId, (tx) => findStandings(tx, empresaId, [id]));
    now = standing?.estado ?? now;
  }
  return isInContingency(ctx, { ambiente, estado: now });
}

/** A signed document, which the authority may have. */
interface ToDeliver {
  readonly id: string;
  readonly ambiente: Ambiente;
  readonly estado: Estado;
  readonly fechaFirma: string | null;
}

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

/**
 * The data from which a signed e-CF is drawn, and the name of its file.
 *
 * @throws Problem as {@link findSigned}
 */
export async function readPrinted(ctx: Context, empresaId: string, id: string, forma: Forma) {
  const { signed, drawing } = await ctx.db.tenant(empresaId, async (tx) => ({
    signed: await findSigned(tx, empresaId, id),
    drawing: await drawingOf(ctx, tx, empresaId),
  }));
  const { estado, fechaFirma, ...document } = signed;
  const contingencia = await awaitContingency(ctx, empresaId, { id, ambiente: document.ambiente, estado, fechaFirma });
  return { ...document, ...drawing, forma, contingencia };
}

/**
 * The data of a signed e-CF that are drawn, and the name of its files.
 *
 * @throws Problem `recurso/no-encontrado`, also for a summary; `documento/sin-firmar`
 */
export async function findSigned(tx: Tx, empresaId: string, id: string) {
  const row = await findDocumento(tx, empresaId, id);
  if (row === undefined || row.es_rfce) return refuse('recurso/no-encontrado');
  const { xml, codigo_seguridad: codigoSeguridad, ambiente, rnc_emisor, encf } = row;
  if (xml === null || codigoSeguridad === null) return refuse('documento/sin-firmar');
  return {
    xml,
    codigoSeguridad,
    ambiente,
    estado: row.estado,
    fechaFirma: row.fecha_firma,
    fileName: `${rnc_emisor}${encf}`,
  };
}
