import { firma as contract } from '@timbre/contract';
import { signAnyXml } from '../../comprobantes/issue/adopt.ts';
import { createDoor, underWay } from '../../comprobantes/issue/door.ts';
import { isAnswered } from '../../comprobantes/sending/standing.ts';
import type { Context } from '../../context.ts';
import { demandFreeSigning } from '../../http/caller.ts';
import { type Http, handle, PartlyWritten } from '../../http/register.ts';

/** Serves the specification's signing calls (docs/decisions/0027). */
export function firmaRoutes(http: Http, ctx: Context): void {
  const send = createDoor(http, ctx);

  handle(http, contract.signXmlFromDb, async ({ caller, form }) => {
    const agregar = form.fields.AddFechaHoraFirma?.toLowerCase() === 'true';
    const { bytes } = form.files.XmlFile;
    const free = () => demandFreeSigning(ctx.stepUp.demand, caller);
    const signedXml = await signAnyXml(ctx, caller.empresaId, bytes, agregar, form, free);
    const written = await ctx.desk.run('jsonOf', signedXml.length, signedXml);
    return new PartlyWritten<{ signedXml: string }, 'signedXml'>({}, 'signedXml', written);
  });

  handle(http, contract.enviarYConsultarRfce, async ({ caller, form, headers, reply }) => {
    const { empresaId } = caller;
    const sent = {
      empresaId,
      kind: 'RFCE',
      bytes: form.files.XmlFile.bytes,
      form,
      prefer: headers?.prefer,
      reply,
    } as const;
    const standing = await send(sent);
    const { id, track_id: trackId, estado, codigo } = standing;
    const mensajes = isAnswered(standing) ? [...standing.mensajes] : [{ codigo: '0', valor: underWay(standing) }];
    return { trackId, id, estado, codigo: codigo ?? '', mensajes };
  });
}
