import { createHash } from 'node:crypto';
import { type reportes, tiposDeMedio } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { firstDay, type Periodo, parseFechaHora } from '@timbre/values';
import { writeZip, type ZipPart } from '@timbre/workbook';
import { describeCertificate, type Signer, signCanonical } from '@timbre/xml/node';
import { type ChainHead, createChain, type SignedHead } from '../../../domain/reports/evidence/chain.ts';
import { type ListedFile, mostFiles, names, writeManifest } from '../../../domain/reports/evidence/manifest.ts';
import { daysOf, type Scope } from '../../../domain/reports/scope.ts';
import { type Excerpt, openExcerpt } from '../../../platform/events/excerpt.ts';
import { download } from '../../../platform/http/downloads.ts';
import type { Payload } from '../../../platform/http/register.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { recordDownload } from '../files/record-download.ts';
import { newestReady } from '../repo.ts';
import { documentParts, type Measured, measure, reportJson, reportTxt, type Surveyed, survey } from './files.ts';
import { lacking, readmeOf } from './readme.ts';

const kinds: readonly reportes.TipoDeReporte[] = ['606', '607', '608', '609', 'it1'];
/**
 * Maximum documents: each may have a second file, its summary or its answer, and up to 20 files are not of documents.
 */
const mostDocuments = (mostFiles - 20) / 2;
/** Maximum XML, in bytes: with the reports and the record, it stays below the 4 GiB of a ZIP. */
const mostXmlBytes = 1024 ** 3;

/**
 * The evidence of a month, written while it is read: its newest saved reports and their TXT, the documents that they
 * come from, the record of the company since the month began, and a manifest of all files that is signed with the
 * company's certificate.
 *
 * @throws Problem `reportes/sin-datos` where no report of the month is saved; `reportes/expediente` with too many
 * documents; `certificado/falta`, `certificado/vencido`, `servidor/ocupado`
 */
export async function evidenceOf(ctx: Context, scope: Scope, periodo: Periodo, by: Actor): Promise<Payload> {
  const { empresaId, rnc } = scope;
  const { signer } = await ctx.signers.of(empresaId);
  const saved = await ctx.db.reading(empresaId, async (tx) => {
    const newest = await Promise.all(kinds.map((tipo) => newestReady(tx, scope, tipo, daysOf(periodo))));
    return newest.filter((report) => report !== undefined);
  });
  if (saved.length === 0) refuse('reportes/sin-datos', 'Genere primero los reportes del mes completo.');
  const file = { contentType: tiposDeMedio.zip, fileName: `Expediente_${rnc}_${periodo}.zip` };
  return download(ctx.exports, empresaId, file, async () => {
    const surveyed: Surveyed[] = [];
    for (const report of saved) surveyed.push(await survey(ctx.db, report));
    const documents = new Set(surveyed.flatMap(({ issued, received }) => [...issued, ...received])).size;
    if (documents > mostDocuments)
      refuse('reportes/expediente', `Lo más son ${mostDocuments.toLocaleString('en-US')} comprobantes.`);
    const measured = await measure(ctx.db, empresaId, surveyed);
    const bytes = [...measured.issued, ...measured.received].reduce((sum, { xml_bytes }) => sum + xml_bytes, 0);
    if (bytes > mostXmlBytes) refuse('reportes/expediente', 'Lo más es 1 GB de XML.');
    await recordDownload(ctx, scope, { tipo: 'expediente', periodo, que: 'los archivos' }, by);
    // No end date: a month is answered, generated, filed and rectified after it ends.
    const excerpt = await openExcerpt(ctx, empresaId, startOf(firstDay(periodo)));
    const now = ctx.clock.now();
    return writeZip(packed(ctx, scope, periodo, { surveyed, measured, excerpt, signer, now }), now.getTime());
  });
}

const startOf = (fecha: string): Date => new Date(parseFechaHora(`${fecha} 00:00:00`)!);

/** The contents of a pack. */
interface Contents {
  readonly surveyed: readonly Surveyed[];
  readonly measured: Measured;
  readonly excerpt: Excerpt;
  readonly signer: Signer;
  readonly now: Date;
}

/** The parts of a pack. The checksums of the others, and then the manifest, are last. */
async function* packed(
  ctx: Context,
  scope: Scope,
  periodo: Periodo,
  { surveyed, measured, excerpt, signer, now }: Contents,
): AsyncGenerator<ZipPart> {
  const files: ListedFile[] = [];
  for (const report of surveyed) {
    yield listed(files, `reportes/${report.tipo}.json`, reportJson(ctx.db, scope, report));
    const txt = reportTxt(ctx.db, scope, periodo, report);
    if (txt !== undefined) yield listed(files, `reportes/${txt.name}`, txt.content);
  }
  for await (const { name, bytes } of documentParts(ctx.db, scope.empresaId, measured)) {
    files.push({ ruta: name, bytes: bytes.length, sha256: sumOf(bytes) });
    yield { name, content: bytes };
  }
  const chain = createChain(scope.empresaId, excerpt.previous);
  yield listed(files, names.entries, linesOf(excerpt, chain));
  const head: ChainHead = {
    empresaId: scope.empresaId,
    rnc: scope.rnc,
    periodo,
    primera: excerpt.first,
    fin: excerpt.end,
    anterior: excerpt.previous.toString('hex'),
    ...chain.end(),
    certificado: describeCertificate(Buffer.from(signer.certificate, 'base64')).fingerprint,
  };
  const sealed = Buffer.from(JSON.stringify(signedHead(ctx, head), null, 2));
  files.push({ ruta: names.head, bytes: sealed.length, sha256: sumOf(sealed) });
  yield { name: names.head, content: sealed };
  const facts = { rnc: scope.rnc, periodo, ambiente: scope.ambiente, generado: now.toISOString() };
  yield listed(files, names.readme, [readmeOf(facts, now, lacking(kinds, surveyed, measured))]);
  yield listed(files, names.sums, sumLines([...files]));
  const { xml } = await signCanonical(await writeManifest(facts, files), signer);
  yield { name: names.manifest, content: Buffer.from(xml) };
}

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function signedHead({ seals }: Context, head: ChainHead): SignedHead {
  const texto = JSON.stringify(head);
  return { texto, firma: seals.sign(texto).toString('base64'), llave: seals.publicKey };
}

/** A part that is written while it is read, and listed with its checksum afterwards. */
function listed(files: ListedFile[], name: string, content: AsyncIterable<string> | Iterable<string>): ZipPart {
  const measured = async function* () {
    const sum = createHash('sha256');
    let bytes = 0;
    for await (const text of content) {
      sum.update(text);
      bytes += Buffer.byteLength(text);
      yield text;
    }
    files.push({ ruta: name, bytes, sha256: sum.digest('hex') });
  };
  return { name, content: measured() };
}

/** The lines of `sha256sum`. */
function* sumLines(files: readonly ListedFile[]): Generator<string> {
  for (const { ruta, sha256 } of files) yield `${sha256}  ${ruta}\n`;
}

async function* linesOf(excerpt: Excerpt, chain: ReturnType<typeof createChain>): AsyncGenerator<string> {
  for await (const entries of excerpt.pages()) yield chain.write(entries);
}
