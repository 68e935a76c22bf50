import { emision as contract } from '@timbre/contract';
import { signAnyXml } from '../../domain/comprobantes/issue/adopt.ts';
import { underWay } from '../../domain/comprobantes/sending/door.ts';
import { isAnswered } from '../../domain/comprobantes/sending/standing.ts';
import { waitOf } from '../../platform/http/patience.ts';
import { type Http, handle, PartlyWritten } from '../../platform/http/register.ts';
import { demandFreeSigning } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

/** Serves the specification's signing calls (docs/design/emission.md#signed-documents-enter-the-ledger). */
export function signingRoutes(http: Http, ctx: Context): void {
  handle(http, contract.signXmlFromDb, async ({ caller, form }) => {
    const agregar = form.fields.AddFechaHoraFirma?.toLowerCase() === 'true';
    const { bytes } = form.files.XmlFile;
    const free = () => demandFreeSigning(ctx.stepUp.demand, caller);
    const signedXml = await signAnyXml(ctx, caller.empresaId, bytes, agregar, form.fields, free);
    const written = await ctx.desk.jsonOf(signedXml.length, signedXml);
    return new PartlyWritten<{ signedXml: string }, 'signedXml'>({}, 'signedXml', written);
  });

  handle(http, contract.enviarYConsultarRfce, async ({ caller, form, headers, reply }) => {
    const { empresaId } = caller;
    const standing = await ctx.door.send({
      empresaId,
      kind: 'RFCE',
      bytes: form.files.XmlFile.bytes,
      fields: form.fields,
      ...waitOf(reply, headers?.prefer),
    });
    if (!isAnswered(standing)) reply.code(202);
    const { id, track_id: trackId, estado, codigo } = standing;
    const mensajes = isAnswered(standing) ? [...standing.mensajes] : [{ codigo: '0', valor: underWay(standing) }];
    return { trackId, id, estado, codigo: codigo ?? '', mensajes };
  });
}
