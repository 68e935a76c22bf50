import { randomUUID } from 'node:crypto';
import { readAmbiente } from '@timbre/authority';
import { firma as contract } from '@timbre/contract';
import { readDocument } from '@timbre/ecf';
import type { Context } from '../../context.ts';
import type { Form } from '../../http/form.ts';
import { refuse } from '../../http/problem.ts';
import { type Http, handle } from '../../http/register.ts';
import { tellFailures } from '../autoridad/failures.ts';
import { signAnyXml } from './service.ts';

/** The file of a signing or sending form, under the names that callers use. */
export const xmlOfForm = ({ files }: Form): Buffer =>
  (files.XmlFile ?? files.xml ?? files.file)?.bytes ??
  refuse('xml/invalido', 'Falta el archivo XML (campo XmlFile o xml)');

/** Serves the specification's signing calls (seeds/001 §7). */
export function firmaRoutes(http: Http, ctx: Context): void {
  handle(http, contract.signXmlFromDb, async ({ caller, form }) => {
    const { signer } = await ctx.signers.of(caller.empresaId);
    const agregar = form.fields.AddFechaHoraFirma?.toLowerCase() === 'true';
    const { xml } = await signAnyXml(xmlOfForm(form), signer, agregar, ctx.clock.now().getTime());
    return { signedXml: xml };
  });

  handle(http, contract.enviarYConsultarRfce, async ({ caller, form }) => {
    const xml = xmlOfForm(form).toString('utf8');
    const read = readDocument(xml);
    if (read.kind !== 'RFCE') return refuse('xml/invalido', 'El archivo no es un RFCE');
    const { RNCEmisor } = read.tree.Encabezado.Emisor;
    const { eNCF } = read.tree.Encabezado.IdDoc;
    const issuer = await ctx.issuers.of(caller.empresaId);
    if (RNCEmisor !== issuer.rnc) refuse('acceso/denegado', `El resumen es del RNC ${RNCEmisor}`);
    const ambiente = form.fields.Ambiente === undefined ? issuer.ambiente : readAmbiente(form.fields.Ambiente);
    const answer = await tellFailures(
      ctx.authority.enviarRFCE({ empresa: issuer.id, ambiente }, { fileName: `${RNCEmisor}${eNCF}.xml`, xml }),
    );
    const mensajes = answer.mensajes.map((mensaje) => ({ ...mensaje }));
    if (answer.kind === 'refused') {
      return { trackId: null, id: randomUUID(), estado: 'rechazado', codigo: String(answer.status), mensajes };
    }
    return { trackId: null, id: randomUUID(), estado: answer.estado, codigo: answer.codigo, mensajes };
  });
}
