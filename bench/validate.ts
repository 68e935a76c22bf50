// Reading received e-CFs and judging them (parsing, schema, business rules) with the functions that the server calls
// after it has verified the signature, compared with libxml2's XSD validation alone, without parsing.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument, validateRead, writeDocument } from '@timbre/ecf';
import { readXml } from '@timbre/xml';
import { createSigner, signCanonical, verifyXml } from '@timbre/xml/node';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { officialFiles, readableXsd } from '../packages/ecf/testing/official.ts';
import { makeCertificate } from '../packages/xml/testing/certificates.ts';
import { type BenchResult, measureCpuRate, measureInTurns, median, pinToOneCore } from './measure.ts';
import { sampleECF } from './sample-ecf.ts';

const documents = 2000;
const now = Date.UTC(2026, 10, 21);

export default async function benchValidate(): Promise<BenchResult> {
  if (!officialFiles) throw new Error('This benchmark needs the official schemas, in ../shared/dgii/xsd');
  const folder = mkdtempSync(join(tmpdir(), 'timbre-validate-'));
  try {
    return await compare(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compare(folder: string): Promise<BenchResult> {
  const pinned = pinToOneCore();
  const signer = createSigner(makeCertificate());
  const xsd = join(folder, '31.xsd');
  writeFileSync(xsd, readableXsd('31'));
  const received: Buffer[] = [];
  for (let number = 1; number <= documents; number++) {
    const { xml } = await signCanonical(writeDocument('ECF', sampleECF(number)), signer);
    received.push(Buffer.from(xml));
  }
  const verify = (bytes: Uint8Array) => verifyXml(bytes, { trust: () => 'trusted' }).canonical;
  const verified = received.map(verify);
  const files = received.map((bytes, i) => {
    const file = join(folder, `${i}.xml`);
    writeFileSync(file, bytes);
    return file;
  });

  let next = 0;
  const following = (): Buffer => received[next++ % documents]!;
  const inWasm = wasmRates(following);
  const wasm: number[] = [];
  const wasmWithParsing: number[] = [];
  const native: number[] = [];
  const fromBytes: number[] = [];
  const withSignature: number[] = [];
  const parsed: number[] = [];
  const { value, limit } = await measureInTurns(
    () => {
      fromBytes.push(measureCpuRate(() => judge(readDocument(following())), 0.5));
      parsed.push(measureCpuRate(() => judge(readDocument(readXml(following()))), 0.5));
      withSignature.push(measureCpuRate(() => judge(readDocument(verify(following()))), 0.5));
      return measureCpuRate(() => judge(readDocument(verified[next++ % documents]!)), 1);
    },
    () => {
      wasm.push(measureCpuRate(inWasm.validate, 0.5));
      wasmWithParsing.push(measureCpuRate(inWasm.parseAndValidate, 0.5));
      const seconds = xmllintSeconds(['--schema', xsd, ...files]) - xmllintSeconds(files);
      native.push(documents / seconds);
      return Math.max(median(wasm), median(native));
    },
    7,
  );
  const detail = {
    'one core': pinned ? 'yes' : 'no',
    'bytes of a document': received[0]!.length,
    'from the bytes with their signature, not verified, documents/s': Math.round(median(fromBytes)),
    'the same, parsed as any XML, documents/s': Math.round(median(parsed)),
    'from the bytes, verified, of one issuer, documents/s': Math.round(median(withSignature)),
    'native libxml2, XSD alone (xmllint with schema less xmllint without)': Math.round(median(native)),
    'libxml2-wasm, XSD alone, one document parsed before': Math.round(median(wasm)),
    'libxml2-wasm, parse and XSD': Math.round(median(wasmWithParsing)),
  };
  return { name: 'validate', value, unit: 'documents/s', limit, ratio: value / limit, target: 1.5, detail };
}

function judge(read: ReturnType<typeof readDocument>): void {
  const faults = read.kind === undefined ? read.faults : validateRead(read, { now });
  if (faults.length > 0) throw new Error(`The sample is not valid: ${JSON.stringify(faults)}`);
}

function wasmRates(following: () => Uint8Array): { validate: () => void; parseAndValidate: () => void } {
  const validator = XsdValidator.fromDoc(XmlDocument.fromString(readableXsd('31')));
  const parsed = XmlDocument.fromBuffer(following());
  return {
    validate: () => validator.validate(parsed),
    parseAndValidate: () => {
      const document = XmlDocument.fromBuffer(following());
      validator.validate(document);
      document.dispose();
    },
  };
}

/** Processor time, in user mode, of one xmllint run with these options and files. */
function xmllintSeconds(args: readonly string[]): number {
  const script = 'TIMEFORMAT=%3U; time xmllint --noout "$@" 2>/dev/null';
  const seconds = Number(
    execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', ...args], { encoding: 'utf8' }).trim(),
  );
  if (!(seconds > 0)) throw new Error('xmllint did not run');
  return seconds;
}
