import { createHash, createPublicKey, hash, verify, type X509Certificate } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import { documentLimits } from '@timbre/ecf';
import { isAsWritten, packedBytes, readDirectory, type ZipEntry, ZipError } from '@timbre/workbook';
import {
  type CertificateFacts,
  certificateRefusal,
  describeCertificate,
  SignatureError,
  verifyXml,
} from '@timbre/xml/node';
import { fingerprintOf } from '../../../platform/events/seals.ts';
import { type ChainHead, chainFault, type SignedHead } from './chain.ts';
import { type ListedFile, type ManifestFacts, manifestLimits, mostFiles, names, readManifest } from './manifest.ts';

/** The result of the check of a pack. */
export interface Checked {
  /** One sentence each, in Spanish; empty if the pack is valid. */
  readonly faults: readonly string[];
  readonly facts?: ManifestFacts;
  /** The signer of its manifest. */
  readonly signer?: CertificateFacts;
  /** SHA-256 of the platform's public key, to be compared with the one that it publishes. */
  readonly platform?: string;
  readonly files: number;
  readonly documents: number;
  readonly entries: number;
}

/** The folders of documents, each of which is signed. */
const signedFolders = [names.issued, names.received, names.summaries, names.answers];
/** Maximum number of bytes of one file of a pack. */
const mostBytes = 512 * 1024 * 1024;
/** Maximum number of faults reported one by one. */
const mostFaults = 50;

/**
 * Checks an evidence pack using only its bytes: that no file is missing, added or changed and that there are no other
 * bytes, the signer of its manifest, the chain of the record, and the signatures of the documents. Nothing in it is
 * trusted.
 *
 * @param platform fingerprint of the platform's key, if it is known from elsewhere: without it, a pack made anew by
 * another installation cannot be detected
 */
export function verifyEvidence(bytes: Buffer, platform?: string): Checked {
  const faults: string[] = [];
  const nothing = { faults, files: 0, documents: 0, entries: 0 };
  let entries: ReadonlyMap<string, ZipEntry>;
  try {
    const directory = readDirectory(bytes, mostFiles + 10);
    entries = new Map([...directory.values()].map((entry) => [entry.name, entry]));
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    return { ...nothing, faults: ['el archivo no es un expediente, o está dañado'] };
  }
  const extract = (name: string): Buffer | undefined => {
    const entry = entries.get(name);
    return entry && unpacked(bytes, entry);
  };
  if (!isAsWritten(bytes, entries.values()))
    faults.push('el archivo tiene bytes que no son de sus partes, o una parte cuyos dos encabezados no concuerdan');
  const manifest = readSigned(extract(names.manifest), faults);
  if (manifest === undefined) return nothing;
  const { facts, files, certificate } = manifest;
  let documents = 0;
  for (const file of files) {
    const content = extract(file.ruta);
    const fault = fileFault(file, content, entries.has(file.ruta));
    if (fault !== undefined) faults.push(`${file.ruta}: ${fault}`);
    else if (signedFolders.some((folder) => file.ruta.startsWith(folder))) {
      documents += 1;
      if (!isSigned(content!)) faults.push(`${file.ruta}: la firma del comprobante no es válida`);
    }
  }
  const listed = new Set(files.map(({ ruta }) => ruta));
  for (const name of entries.keys())
    if (name !== names.manifest && !listed.has(name)) faults.push(`${name}: no está en el manifiesto`);
  const record = checkRecord(extract(names.entries), extract(names.head), facts, certificate);
  faults.push(...record.faults);
  if (platform !== undefined && record.platform !== undefined && platform !== record.platform)
    faults.push(`${names.head}: la selló otra plataforma, con la llave ${record.platform}`);
  return {
    faults:
      faults.length > mostFaults ? [...faults.slice(0, mostFaults), `y ${faults.length - mostFaults} más`] : faults,
    facts,
    signer: describeCertificate(certificate.raw),
    ...(record.platform === undefined ? {} : { platform: record.platform }),
    files: files.length,
    documents,
    entries: record.entries,
  };
}

/** The bytes of a part; undefined if they are damaged, or exceed the limit. */
function unpacked(bytes: Buffer, entry: ZipEntry): Buffer | undefined {
  try {
    const packed = packedBytes(bytes, entry);
    const content = entry.method === 0 ? packed : inflated(packed);
    return content !== undefined && crc32(content) === entry.crc && content.length === entry.unpackedSize
      ? content
      : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if other bytes follow the end of the compressed ones. */
function inflated(packed: Buffer): Buffer | undefined {
  // With `info`, the declared types do not match the value returned.
  const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: mostBytes, info: true }) as unknown as {
    readonly buffer: Buffer;
    readonly engine: { readonly bytesWritten: number };
  };
  return engine.bytesWritten === packed.length ? buffer : undefined;
}

/** Reads the manifest and checks its signature. Adds its faults to `faults`. */
function readSigned(bytes: Buffer | undefined, faults: string[]) {
  if (bytes === undefined) {
    faults.push(`${names.manifest}: falta, o está dañado`);
    return undefined;
  }
  try {
    const { canonical, certificate } = verifyXml(bytes, { trust: () => 'trusted', limits: manifestLimits });
    const read = readManifest(canonical);
    if (read === undefined) {
      faults.push(`${names.manifest}: no es el manifiesto de un expediente`);
      return undefined;
    }
    const refusal = certificateRefusal(certificate, new Date(read.facts.generado));
    if (refusal !== undefined)
      faults.push(`${names.manifest}: ${new SignatureError(refusal).message}, a la fecha del expediente`);
    return { ...read, certificate };
  } catch (error) {
    faults.push(`${names.manifest}: ${(error as Error).message}`);
    return undefined;
  }
}

function fileFault({ bytes, sha256 }: ListedFile, content: Buffer | undefined, isThere: boolean): string | undefined {
  if (!isThere) return 'falta';
  if (content === undefined) return 'está dañado';
  return content.length === bytes && hash('sha256', content, 'hex') === sha256 ? undefined : 'fue cambiado';
}

const isSigned = (xml: Buffer): boolean => {
  try {
    verifyXml(xml, { trust: () => 'trusted', limits: documentLimits });
    return true;
  } catch {
    return false;
  }
};

/** Checks the platform's signature of the record, that both signatures are of one pack, and each link. */
function checkRecord(
  entries: Buffer | undefined,
  signed: Buffer | undefined,
  facts: ManifestFacts,
  { raw }: X509Certificate,
): { readonly faults: string[]; readonly platform?: string; readonly entries: number } {
  if (entries === undefined || signed === undefined) return { faults: ['registro: falta, o está dañado'], entries: 0 };
  const read = readHead(signed);
  if (read === undefined) return { faults: [`${names.head}: la firma de la plataforma no es válida`], entries: 0 };
  const { head, platform } = read;
  const faults: string[] = [];
  if (head.certificado !== createHash('sha256').update(raw).digest('hex'))
    faults.push(`${names.manifest}: lo firma otro certificado que el que la plataforma anotó`);
  if (head.rnc !== facts.rnc || head.periodo !== facts.periodo)
    faults.push(`${names.head}: es de otra empresa o de otro mes`);
  const fault = chainFault(entries.toString('utf8'), head);
  if (fault !== undefined) faults.push(`${names.entries}: ${fault}`);
  return { faults, platform, entries: head.fin - head.primera };
}

function readHead(bytes: Buffer): { readonly head: ChainHead; readonly platform: string } | undefined {
  try {
    const { texto, firma, llave } = JSON.parse(bytes.toString('utf8')) as SignedHead;
    const spki = Buffer.from(llave, 'base64');
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    if (!verify(null, Buffer.from(texto), key, Buffer.from(firma, 'base64'))) return undefined;
    return { head: JSON.parse(texto) as ChainHead, platform: fingerprintOf(llave) };
  } catch {
    return undefined;
  }
}
