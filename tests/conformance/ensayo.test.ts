import type { ensayo } from '@timbre/contract';
import { type DocumentKey, type ECF, writeDocument } from '@timbre/ecf';
import { ecfs, rfce } from '@timbre/ecf/testing';
import { formatFechaHora } from '@timbre/values';
import { createSigner, signXml } from '@timbre/xml/node';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { checkXml } from '../../apps/server/src/domain/comprobantes/judge/check/check-xml.ts';
import { mutate, mutationNames } from '../../packages/ecf/testing/mutants.ts';
import { officialFiles, schemaErrors } from '../../packages/ecf/testing/official.ts';
import {
  below,
  documentKeys,
  kindOf,
  pick,
  seeded,
  validTree,
  withSignature,
} from '../../packages/ecf/testing/samples.ts';
import { makeCertificate, type TestIdentity } from '../../packages/xml/testing/certificates.ts';
import { xmlsec1Verdicts } from '../../packages/xml/testing/xmlsec1.ts';

// The public rehearsal, compared with independent programs: xmlsec1 for signatures, libxml2 with the official schemas.

const check = ({ comprobaciones }: ensayo.Ensayo, name: ensayo.NombreDeComprobacion) =>
  comprobaciones.find(({ nombre }) => nombre === name)!;

describe('the check of the signature, and xmlsec1', () => {
  let identity: TestIdentity;
  const signed = new Map<string, string>();
  const stricter: ReadonlySet<string> = new Set(['firma/base64', 'firma/certificado']);

  beforeAll(async () => {
    identity = makeCertificate();
    const FechaHoraFirma = formatFechaHora(Date.now());
    const trees = Object.entries(ecfs).map(
      ([name, tree]) => [name, writeDocument('ECF', { ...(tree as ECF), FechaHoraFirma })] as const,
    );
    for (const [name, xml] of [...trees, ['RFCE', writeDocument('RFCE', rfce)] as const])
      signed.set(name, (await signXml(xml, createSigner(identity))).xml);
  });

  /** Our verdict whether the document was signed with this certificate, and the codes of the grave findings. */
  const judge = (xml: string) => {
    const answer = checkXml({
      bytes: Buffer.from(xml),
      now: Date.now() + 1_000,
      tasas: [],
      roots: [identity.certificate],
    });
    const both = [check(answer, 'firma'), check(answer, 'certificado')];
    const codes = both.flatMap(({ hallazgos }) =>
      hallazgos.filter(({ grado }) => grado === 'mal').map(({ codigo }) => codigo),
    );
    // For whom the certificate may sign is not part of the signature.
    return { holds: both[0]!.estado === 'bien' && both[1]!.estado !== 'mal', codes };
  };

  test('the check of the signature and xmlsec1 agree on every valid document', () => {
    const verdicts = xmlsec1Verdicts([...signed.values()], identity.certificate);
    for (const [index, [name, xml]] of [...signed].entries())
      expect([name, judge(xml).holds, verdicts[index]]).toEqual([name, true, true]);
  });

  test('they agree on each with one byte changed; only ours refuses other base64, and octets after the certificate', () => {
    const random = seeded(inject('seed'));
    const tally = { both: 0, neither: 0, stricter: 0 };
    const tries = inject('every') ? 20 : 8;
    const changed = [...signed].flatMap(([name, xml]) => {
      const start = xml.indexOf('?>') + 2;
      return Array.from({ length: tries }, (_, i) => {
        // Half of the changes are within the signature, which is only a small part of some documents.
        const from = i % 2 === 0 ? start : xml.indexOf('<Signature');
        const at = from + below(random, xml.length - from);
        return { name, at, text: xml.slice(0, at) + pick(random, [...'aZ09+/= .<&"']) + xml.slice(at + 1) };
      });
    });
    const verdicts = xmlsec1Verdicts(
      changed.map(({ text }) => text),
      identity.certificate,
    );
    for (const [index, { name, at, text }] of changed.entries()) {
      const [ours, theirs] = [judge(text), verdicts[index]];
      if (ours.holds) expect([name, at, theirs]).toEqual([name, at, true]);
      else if (theirs) expect([name, at, ours.codes.filter((code) => !stricter.has(code))]).toEqual([name, at, []]);
      tally[ours.holds ? 'both' : theirs ? 'stricter' : 'neither'] += 1;
    }
    expect(tally.neither).toBeGreaterThan(0.4 * signed.size * tries);
  });
});

describe.skipIf(!officialFiles)('the check of the structure, and libxml2 with the official schemas', () => {
  /** An e-CF is checked against the schema of the type that it declares. */
  const schemaFor = (document: DocumentKey, xml: string): DocumentKey => {
    const tipo = /<ECF>.*?<IdDoc>.*?<TipoeCF>(\d\d)<\/TipoeCF>/s.exec(xml)?.[1];
    return documentKeys.find((key) => key === tipo) ?? document;
  };

  test.each(documentKeys.filter((key) => kindOf(key) === 'ECF' || key === 'RFCE'))(
    'the check of the structure and libxml2 agree on %s, valid and damaged',
    (document) => {
      const random = seeded(inject('seed') + documentKeys.indexOf(document));
      const tally = { valid: 0, invalid: 0 };
      for (let i = 0; i < 200; i++) {
        const tree = validTree(document, 0.4, random) as ECF;
        const sound = withSignature(writeDocument(kindOf(document), tree));
        const mutation = mutationNames[i % mutationNames.length]!;
        const xml = i % 8 === 0 ? sound : mutate(sound, mutation, random);
        const answer = checkXml({ bytes: Buffer.from(xml), now: Date.now(), tasas: [], roots: [] });
        // The schema requires any element at the end. The check of the signature requires that this element is the
        // signature.
        const has = (name: ensayo.NombreDeComprobacion, code: string) =>
          check(answer, name).hallazgos.some(({ codigo }) => codigo === code);
        const isUnsigned = has('firma', 'firma/falta') && !has('estructura', 'ESTRICTO-FIRMA');
        const isWrong =
          isUnsigned || [check(answer, 'forma'), check(answer, 'estructura')].some(({ estado }) => estado === 'mal');
        const official = schemaErrors(schemaFor(document, xml), xml);
        expect([mutation, isWrong, isWrong === official.length > 0 ? '' : xml, official.length > 0]).toEqual([
          mutation,
          official.length > 0,
          '',
          official.length > 0,
        ]);
        tally[isWrong ? 'invalid' : 'valid'] += 1;
      }
      expect(Math.min(tally.valid, tally.invalid)).toBeGreaterThan(20);
    },
  );
});
