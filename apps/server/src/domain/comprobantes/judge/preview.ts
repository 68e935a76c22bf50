import { numbered, writeDocument } from '@timbre/ecf';
import type { Outline } from '@timbre/representacion';
import { formatFechaHora } from '@timbre/values';
import { completeDraft } from './complete-draft.ts';
import { refuseFaulty } from './incoming.ts';
import { type DraftToJudge, readBody } from './judge-draft.ts';
import { outlineTree, type ToPrint } from './printed.ts';

/** The body of an emission, and the data to draw its printed form. */
export type ToPreview = Omit<DraftToJudge, 'keyed' | 'sums'> &
  Pick<ToPrint, 'forma' | 'campoNombreItem' | 'avisos' | 'logo'>;

/** Texts printed in place of the values that a document gets when it is issued. */
const later = { eNCF: 'Se asigna al emitir', firma: 'Al emitir' } as const;
const notIssued = 'Vista previa: sin emitir, sin validez fiscal.';

/**
 * Previews a document as if it were issued now: its pages, with an empty stamp, and its XML before it is signed.
 *
 * @throws Problem `peticion/invalida`; `ecf/invalido` unless it may be issued
 */
export function previewDraft({
  body,
  issuer,
  now,
  tasas,
  avisos,
  ...drawing
}: ToPreview): Omit<Outline, 'qr'> & { xml: string } {
  const { tree, errores } = completeDraft(readBody(body), issuer, now, tasas, 'rechaza');
  refuseFaulty(errores);
  const { qr: _, ...outlined } = outlineTree(numbered(tree, later.eNCF, undefined, formatFechaHora(now)), {
    ...drawing,
    ambiente: issuer.ambiente,
    codigoSeguridad: later.firma,
    fechaFirma: later.firma,
    contingencia: false,
    avisos: [notIssued, ...avisos],
  });
  return { ...outlined, xml: writeDocument('ECF', tree) };
}
