import { asIfNumbered, describeField, type ECF } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { contentWithoutECF, type SinECF, tipoB } from '@timbre/representacion';
import { completeDraft } from './complete-draft.ts';
import { refuseFaulty } from './incoming.ts';
import { readBody } from './judge-draft.ts';
import type { ToPreview } from './preview.ts';
import { drawContent } from './printed.ts';

type SerieB = Extract<SinECF, { modelo: 'serie-b' }>;

/** How a document is printed while no e-CF can be generated, as asked for: a missing link is the issuer's web site. */
export type ComoSinECF = SerieB | { readonly modelo: 'diferido'; readonly enlace: string | undefined };

/** The body of an emission, and how it is printed while no e-CF can be generated. */
interface ToDrawWithoutECF extends ToPreview {
  readonly como: ComoSinECF;
}

/**
 * Draws a document that cannot be issued as an e-CF now, as a PDF.
 *
 * @throws Problem `peticion/invalida`, also for an NCF of another type, without the expiry that its type has, or
 * expired, and where the issuer or the type may not defer; `ecf/invalido` unless it might be issued
 */
export function drawWithoutECF({ body, issuer, now, tasas, como, avisos, ...drawing }: ToDrawWithoutECF): Uint8Array {
  const { tree, errores } = completeDraft(readBody(body), issuer, now, tasas, 'rechaza');
  refuseFaulty(errores);
  const shown = como.modelo === 'serie-b' ? demandNumber(tree, como) : demandDeferral(tree, como, issuer.datos);
  return drawContent(contentWithoutECF(asIfNumbered(tree, now), shown, drawing.campoNombreItem, avisos), drawing);
}

/** How often an element of IdDoc stands in the e-CF of a type, at least and at most. */
function occursIn(tipo: string, name: string): readonly [least: number, most: number] {
  const field = describeField('ECF', `Encabezado.IdDoc.${name}`);
  const { least, most } = field?.occurs.find(({ document }) => document === tipo) ?? { least: 0, most: 0 };
  return [least, most];
}

/** A day dd-MM-yyyy as text in calendar order. */
const sortable = (day: string): string => day.split('-').reverse().join('');

/**
 * Refuses a number of series B that cannot be that of the document. Its expiry is asked for where the e-CF has one.
 *
 * @source Informe Técnico §17.2.1, n. 43; Representación Impresa, modelo ilustrativo 4.2
 */
function demandNumber({ Encabezado: { IdDoc, Emisor } }: ECF, como: SerieB): SerieB {
  const { ncf, vence } = como;
  const tipo = tipoB(IdDoc.TipoeCF);
  if (!ncf.startsWith(`B${tipo}`))
    refuse('peticion/invalida', `El NCF ${ncf} no es del tipo del documento: escriba uno que empiece por B${tipo}`);
  if (vence === undefined && occursIn(IdDoc.TipoeCF, 'FechaVencimientoSecuencia')[0] > 0)
    refuse('peticion/invalida', `Falta vence: el vencimiento de la secuencia del NCF ${ncf}, que va impreso`);
  if (vence !== undefined && sortable(vence) < sortable(Emisor.FechaEmision))
    refuse('peticion/invalida', `La secuencia del NCF ${ncf} venció el ${vence}: use una vigente`);
  return como;
}

/**
 * Refuses to defer where the DGII did not authorise it, or the e-CF of the type has no deferral.
 *
 * @source Formato e-CF v1.0, campo 6; Representación Impresa, modelo ilustrativo 3.2, n. 2
 */
function demandDeferral(
  { Encabezado: { IdDoc, Emisor } }: ECF,
  { modelo, enlace = Emisor.WebSite }: Exclude<ComoSinECF, SerieB>,
  { envioDiferido }: ToPreview['issuer']['datos'],
): SinECF {
  if (occursIn(IdDoc.TipoeCF, 'IndicadorEnvioDiferido')[1] === 0)
    refuse('peticion/invalida', `Un e-CF de tipo ${IdDoc.TipoeCF} no tiene envío diferido: imprímalo con la serie B`);
  if (envioDiferido !== true)
    refuse(
      'peticion/invalida',
      'El envío diferido es solo de contribuyentes que la DGII autorizó: imprímalo con la serie B o, si la empresa está autorizada, indíquelo en Configuración › General › Datos de la empresa',
    );
  if (enlace === undefined)
    return refuse(
      'peticion/invalida',
      'Falta enlace: la página donde su cliente podrá consultar el e-CF. Escríbala, o ponga el sitio web de la empresa en sus datos',
    );
  return { modelo, enlace };
}
