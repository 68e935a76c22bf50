// The documents of the examples: e-CF with their summary and printed form, the answers to received e-CF, a workbook and a seed.
import { importacion } from '@timbre/contract';
import { fileName, writeDocument } from '@timbre/ecf';
import { contentOf, render } from '@timbre/representacion';
import { openWorkbook } from '@timbre/workbook';
import { signCanonical, signXml } from '@timbre/xml/node';
import { unsignedState } from '../../apps/server/src/domain/comprobantes/judge/complete-draft.ts';
import { judgeReceived } from '../../apps/server/src/domain/comprobantes/judge/received.ts';
import { readDocuments } from '../../apps/server/src/domain/comprobantes/workbooks/read-documents.ts';
import { acknowledge } from '../../apps/server/src/domain/received/acknowledge.ts';
import { approvalOf } from '../../apps/server/src/domain/received/approval.ts';
import { certificate, company, type Files, issue, list, now, read, readJson, signer, treeOf } from './company.ts';

/** The types whose printed form is shown, with its paper. */
const printed: Readonly<Record<string, 'carta' | 'ticket'>> = { 31: 'carta', 32: 'ticket' };

/** Files of documents, and the e-CF among them that the reports read. */
interface Documents {
  readonly files: Files;
  readonly reported: readonly string[];
}

/** The e-CF of each type, as it is sent; the summary of a small consumer invoice; printed forms. */
export async function issuedFiles(): Promise<Documents> {
  const files: Files = new Map();
  const reported: string[] = [];
  for (const name of list('ecf', /\.json$/)) {
    const { signed, rfce } = await issue(read(`ecf/${name}`));
    reported.push(signed.xml);
    const tree = treeOf(signed.xml);
    const { TipoeCF, eNCF } = tree.Encabezado.IdDoc;
    files.set(`ecf/out/${fileName(tree)}`, signed.xml);
    if (rfce !== undefined) files.set(`ecf/out/rfce/${fileName(rfce.tree)}`, rfce.xml);
    const forma = printed[TipoeCF];
    if (forma === undefined) continue;
    const content = contentOf(tree, { codigoSeguridad: signed.codigoSeguridad, ambiente: 'testecf' });
    files.set(`ecf/out/${eNCF}-${forma}.pdf`, render(content, forma));
  }
  return { files, reported };
}

/** Arguments of an acknowledgement that the server supplies. */
const signers = { of: async () => ({ signer, certificadoId: '' }) };
const clock = { now: () => new Date(now), monotonicMs: () => 0 };

/**
 * The e-CF of suppliers as they arrive, the acknowledgement of each, and the commercial answers. A rejected e-CF is not
 * reported.
 */
export async function receivedFiles(): Promise<Documents> {
  const files: Files = new Map();
  const reported: string[] = [];
  const answers = list('recibidos', /\.respuesta\.json$/);
  for (const name of list('recibidos', /E\d+\.json$/)) {
    const body = read(`recibidos/${name}`);
    const { RNCEmisor: rnc, RazonSocialEmisor: razonSocial } = JSON.parse(body.toString()).Encabezado.Emisor;
    const { xml } = (await issue(body, { rnc, razonSocial, datos: {} })).signed;
    const facts = judgeReceived({ bytes: Buffer.from(xml), now, roots: [certificate] });
    if (facts.kind !== 'sound') throw new Error(`${name}: ${facts.detalle}`);
    const number = `${rnc}${facts.eNCF}`;
    files.set(`recibidos/out/${number}.xml`, xml);
    files.set(`recibidos/out/acuse_${number}.xml`, await acknowledge({ signers, clock }, company, facts));
    const answer = `${number}.respuesta.json`;
    const { estado, motivo } = answers.includes(answer) ? readJson(`recibidos/${answer}`) : {};
    if (estado !== 'rechazada') reported.push(xml);
    if (estado === undefined) continue;
    const acecf = approvalOf(facts, company.rnc, { aprobada: estado === 'aceptada', motivo }, now);
    const signed = await signCanonical(writeDocument('ACECF', acecf), signer);
    files.set(`recibidos/out/aprobacion_${number}.xml`, signed.xml);
  }
  return { files, reported };
}

/** The documents of a certification workbook with their faults. */
export function workbookFiles(): Files {
  const { limitesDelLibro } = importacion;
  const sheets = openWorkbook(read('libro/set-de-pruebas.xlsx'), limitesDelLibro);
  const totals = { avisos: [], rncEmisores: new Set<string>(), certificacion: false, filas: 0, ecf: 0, rfce: 0 };
  const documentos = Array.from(
    readDocuments(sheets, limitesDelLibro, { now, tasas: [] }, totals),
    ({ documento: { arbol: _, ...documento } }) => ({ ...documento, estado: unsignedState(documento.errores) }),
  );
  const { avisos, certificacion, ecf, rfce } = totals;
  const json = JSON.stringify({ certificacion, ecf, rfce, avisos, documentos }, null, 2);
  return new Map([['libro/out/documentos.json', `${json}\n`]]);
}

/** The seed, signed to obtain a token. */
export async function seedFiles(): Promise<Files> {
  return new Map([['semilla/out/semilla.xml', (await signXml(read('semilla/semilla.xml'), signer)).xml]]);
}
