import { correo as contract } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { formatTaxId } from '@timbre/values';
import { findPlantilla, storePlantilla } from '../../domain/mail/repo.ts';
import { fill, unknownMarks } from '../../domain/mail/template.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

/** The company's template, or the default one if it has written none. */
export const plantillaOf = async (tx: Tx, empresaId: string): Promise<contract.Plantilla> =>
  (await findPlantilla(tx, empresaId)) ?? contract.plantillaDeCorreo;

export const viewPlantilla = (ctx: Context, empresaId: string): Promise<contract.Plantilla> =>
  ctx.db.tenant(empresaId, (tx) => plantillaOf(tx, empresaId));

/** @throws Problem `correo/plantilla` if the subject or the text is empty, or names data that do not exist */
export async function savePlantilla(
  ctx: Context,
  empresaId: string,
  plantilla: contract.Plantilla,
  by: Actor,
): Promise<void> {
  demandKnown(plantilla);
  await ctx.db.tenant(empresaId, async (tx) => {
    await storePlantilla(tx, { empresa_id: empresaId, ...plantilla });
    await ctx.events.append(tx, empresaId, [
      { tipo: 'configuracion.correo', datos: { ...by } },
      configuracionEvent('correo'),
    ]);
  });
}

/** A template filled with the company's data and those of an invented document. @throws Problem as {@link savePlantilla} */
export async function tryPlantilla(ctx: Context, empresaId: string, plantilla: contract.Plantilla) {
  demandKnown(plantilla);
  const { rnc, razonSocial } = await ctx.issuers.of(empresaId);
  const marks = {
    empresa: razonSocial,
    rnc: formatTaxId(rnc),
    comprador: 'Constructora Inventada SRL',
    tipo: 'Factura de Crédito Fiscal Electrónica',
    eNCF: 'E310000000007',
    fecha: '01-06-2026',
    total: '11,800.00',
  };
  return { asunto: fill(plantilla.asunto, marks), cuerpo: fill(plantilla.cuerpo, marks) };
}

function demandKnown({ asunto, cuerpo }: contract.Plantilla): void {
  if (asunto.trim() === '' || cuerpo.trim() === '') refuse('correo/plantilla', 'Escriba el asunto y el texto');
  const [unknown] = unknownMarks(`${asunto}\n${cuerpo}`);
  if (unknown !== undefined)
    refuse(
      'correo/plantilla',
      `{${unknown}} no es un dato del comprobante; use ${Object.keys(contract.marcasDeCorreo)
        .map((name) => `{${name}}`)
        .join(', ')}`,
    );
}
