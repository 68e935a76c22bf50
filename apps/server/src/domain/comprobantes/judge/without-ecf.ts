import { asIfNumbered } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { contentWithoutECF, type SinECF, tipoB } from '@timbre/representacion';
import { completeDraft } from './complete-draft.ts';
import { refuseFaulty } from './incoming.ts';
import { readBody } from './judge-draft.ts';
import type { ToPreview } from './preview.ts';
import { drawContent } from './printed.ts';

/** The body of an emission, and how it is printed while no e-CF can be generated. */
interface ToDrawWithoutECF extends ToPreview {
  readonly como: SinECF;
}

/**
 * Draws a document that cannot be issued as an e-CF now, as a PDF.
 *
 * @throws Problem `peticion/invalida`, also for an NCF of another type; `ecf/invalido` unless it might be issued
 */
export function drawWithoutECF({ body, issuer, now, tasas, como, avisos, ...drawing }: ToDrawWithoutECF): Uint8Array {
  const { tree, errores } = completeDraft(readBody(body), issuer, now, tasas, 'rechaza');
  refuseFaulty(errores);
  const tipo = tipoB(tree.Encabezado.IdDoc.TipoeCF);
  if (como.modelo === 'serie-b' && !como.ncf.startsWith(`B${tipo}`))
    refuse(
      'peticion/invalida',
      `El NCF ${como.ncf} no es del tipo del documento: escriba uno que empiece por B${tipo}`,
    );
  return drawContent(contentWithoutECF(asIfNumbered(tree, now), como, drawing.campoNombreItem, avisos), drawing);
}
