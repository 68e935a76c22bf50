import { piloto } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { signAnyXml } from '../../domain/comprobantes/issue/adopt.ts';
import { fiscalDocuments, rootOfXml } from '../../domain/comprobantes/judge/check/root-of-xml.ts';
import type { FormFile } from '../../platform/http/form.ts';
import type { Payload } from '../../platform/http/register.ts';
import { type Actor, type CompanyCaller, demandFreeSigning } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

/**
 * Signs a form that the portal generates as XML: the postulation, or the sworn declaration.
 *
 * @throws Problem `clave/sin-alcance`, `sesion/confirmar`, `piloto/formulario`, `xml/invalido`, `certificado/…`
 */
export async function signForm(ctx: Context, caller: CompanyCaller, archivo: FormFile, by: Actor): Promise<Payload> {
  const { empresaId } = caller;
  const { bytes, name } = archivo;
  if (bytes.length > piloto.limitesDelPiloto.formulario)
    refuse('piloto/formulario', 'El XML de un formulario no pasa de 1 MB');
  const element = rootOfXml(bytes);
  if (element === undefined)
    refuse('piloto/formulario', `«${name}» no es un XML: elija el archivo que generó el portal`);
  if (fiscalDocuments.has(element))
    refuse('piloto/formulario', `«${name}» es un ${element}: los documentos fiscales se firman donde se emiten`);
  const signed = await signAnyXml(ctx, empresaId, bytes, false, {}, () => demandFreeSigning(ctx.stepUp.demand, caller));
  await ctx.db.tenant(empresaId, (tx) =>
    ctx.events.append(tx, empresaId, [{ tipo: 'piloto.formulario', datos: { archivo: name.slice(0, 200), ...by } }]),
  );
  return {
    bytes: signed,
    fileName: `${name.replace(/\.xml$/i, '')}-firmado.xml`,
    contentType: 'application/xml; charset=utf-8',
  };
}
