import { createSigner } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { describe, expect, test } from 'vitest';
import { addPage, forbidChanges, makeEncryptedPdf, makeGroup, makePdf } from '../../testing/pdfs.ts';
import { runOn } from '../../testing/programs.ts';
import { signPdf } from '../../testing/sign.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { PdfError, type PdfErrorCode } from './pdf-error.ts';
import { corners } from './stamp.ts';

const identity = makeCertificate({ subject: '/CN=Persona de Prueba/serialNumber=IDCDO-131880681' });
const signer = createSigner(identity);
const plain = await makePdf();
const signed = await signPdf(plain, signer);

const pdfsig = (bytes: Uint8Array) => runOn({ 'a.pdf': bytes }, 'pdfsig', '-nocert', '@a.pdf').output;
const valid = 'Signature Validation: Signature is Valid.';
const countOf = (text: string, part: string) => text.split(part).length - 1;
const qpdf = (bytes: Uint8Array) => runOn({ 'a.pdf': bytes }, 'qpdf', '--check', '@a.pdf');

/** A copy of the file with one octet of the page's drawing changed. */
function altered(bytes: Buffer, at = bytes.indexOf('stream') + 20): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 1;
  return copy;
}

describe('a signed PDF', () => {
  test('a signed PDF is accepted by pdfsig and qpdf, and begins with the original', { tags: ['SR7-3'] }, () => {
    const report = pdfsig(signed);
    expect(report).toContain(valid);
    expect(report).toContain('ETSI.CAdES.detached');
    expect(report).toContain('Total document signed');
    expect(report).toContain('Persona de Prueba');
    expect(qpdf(signed)).toMatchObject({ status: 0 });
    expect(signed.subarray(0, plain.length)).toEqual(plain);
  });

  test('a signed PDF with one octet changed is refused by pdfsig, and by us', async () => {
    const changed = altered(signed);
    expect(pdfsig(changed)).toContain('Signature Validation: Digest Mismatch');
    expect((await inspectPdf(changed)).signatures).toMatchObject([{ fault: 'alterado' }]);
  });

  test('a signed PDF has its signer, its time and what it declares', async () => {
    const { signatures, addedAfter } = await inspectPdf(signed);
    expect(signatures).toMatchObject([
      {
        fault: undefined,
        name: 'Ñandú Prueba, SRL',
        reason: 'RNC 131880681',
        signingTime: new Date('2026-11-24T13:30:00Z'),
      },
    ]);
    expect(signatures[0]?.certificate?.subject).toContain('Persona de Prueba');
    expect(addedAfter).toBe(0);
  });

  test('a signed PDF has no time where none is requested', async () => {
    const undated = await signPdf(plain, signer, { date: undefined });
    expect((await inspectPdf(undated)).signatures[0]?.signingTime).toBeUndefined();
    expect(undated.includes('/M (')).toBe(false);
    expect(pdfsig(undated)).toContain(valid);
  });

  test('a second signature leaves the first valid, and both are listed in their order', async () => {
    const other = createSigner(makeCertificate({ subject: '/CN=Segunda Persona/serialNumber=IDCDO-00113918205' }));
    const twice = await signPdf(signed, other, { name: 'Segunda' });
    expect(countOf(pdfsig(twice), valid)).toBe(2);
    expect(qpdf(twice)).toMatchObject({ status: 0 });
    const { signatures, addedAfter } = await inspectPdf(twice);
    expect(signatures.map(({ fault, name }) => [fault, name])).toEqual([
      [undefined, 'Ñandú Prueba, SRL'],
      [undefined, 'Segunda'],
    ]);
    expect([signatures[0]?.coveredTo, signatures[1]?.coveredTo, addedAfter]).toEqual([signed.length, twice.length, 0]);
  });

  test('the field of a signature has another name than every field and group of the form', async () => {
    const grouped = await signPdf(await makeGroup('Firma_1'), signer);
    expect(pdfsig(grouped)).toContain(valid);
    expect(pdfsig(grouped)).toContain('Signature Field Name: Firma_2');
  });

  test('a PDF without its table is written anew, and signed', async () => {
    const repaired = await signPdf(plain.subarray(0, plain.length - 40), signer);
    expect(pdfsig(repaired)).toContain(valid);
    expect((await inspectPdf(repaired)).signatures).toMatchObject([{ fault: undefined }]);
  });

  test('the length of what was added to a signed PDF is reported', async () => {
    const more = await addPage(signed);
    const { signatures, addedAfter } = await inspectPdf(more);
    expect(signatures).toMatchObject([{ fault: undefined, coveredTo: signed.length }]);
    expect(addedAfter).toBe(more.length - signed.length);
  });

  test('a signature whose range leaves something out is refused', async () => {
    const text = signed.toString('latin1');
    const [whole, from, to, length] = /\[0 (\d+) (\d+) (\d+) *\](?=\s*\/Contents)/.exec(text)!;
    const faultOf = async (range: string) =>
      (await inspectPdf(Buffer.from(text.replace(whole, range.padEnd(whole.length)), 'latin1'))).signatures[0]?.fault;
    expect(await faultOf(`[0 ${Number(from) - 9} ${to} ${length}]`)).toBe('alcance');
    expect(await faultOf(`[9 ${Number(from) - 9} ${to} ${length}]`)).toBe('alcance');
    expect(await faultOf(`[0 ${from} ${to} ${Number(length) + 99}]`)).toBe('alcance');
    expect(await faultOf(`[0 ${from} ${to} -${Number(length)}]`)).toBe('alcance');
  });
});

describe('a stamp', () => {
  const lines = ['Firmado digitalmente por', 'Ñandú (Prueba) SRL', 'RNC 131-88068-1', '24/11/2026 09:30'];

  test.each([0, 90, 180, 270] as const)(
    'a stamp on a page turned %d° is at the requested corner, upright',
    async (turned) => {
      const page = await makePdf({ pages: 2, turned });
      for (const corner of corners) {
        const stamped = await signPdf(page, signer, { stamp: { page: 'ultima', corner, lines } });
        expect(pdfsig(stamped)).toContain(valid);
        const { output } = runOn({ 'a.pdf': stamped }, 'pdftotext', '-bbox', '-f', '2', '@a.pdf', '-');
        const [, width, height] = /<page width="([\d.]+)" height="([\d.]+)"/.exec(output)!.map(Number);
        const [, x, y, right] = /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">Ñandú</
          .exec(output)!
          .map(Number);
        expect([x! < width! / 2, y! < height! / 2]).toEqual([
          corner.endsWith('izquierda'),
          corner.startsWith('arriba'),
        ]);
        expect(right! - x!).toBeGreaterThan(15);
      }
    },
  );

  test('a stamp on a page that does not exist is refused', async () => {
    const wanted = signPdf(plain, signer, { stamp: { page: 2, corner: 'arriba-derecha', lines } });
    await expect(wanted).rejects.toMatchObject({ code: 'pdf/pagina-del-sello' });
  });
});

describe('refused files', () => {
  const cases: Readonly<Record<string, [PdfErrorCode, () => Promise<Buffer> | Buffer]>> = {
    empty: ['pdf/danado', () => Buffer.alloc(0)],
    text: ['pdf/danado', () => Buffer.from('hola')],
    truncated: ['pdf/sin-paginas', () => plain.subarray(0, 300)],
    encrypted: ['pdf/cifrado', makeEncryptedPdf],
    'of 201 pages': ['pdf/paginas', () => makePdf({ pages: 201 })],
    'that its certification locks': ['pdf/bloqueado', () => forbidChanges(signed, 'certification')],
    'that its certification locks by references': [
      'pdf/bloqueado',
      () => forbidChanges(signed, 'certification by references'),
    ],
    'that a signature locks': ['pdf/bloqueado', () => forbidChanges(signed, 'signature')],
    'that the lock of a signed field locks': ['pdf/bloqueado', () => forbidChanges(signed, 'lock of the field')],
    'signed, and without its table': ['pdf/irreparable', () => signed.subarray(0, signed.length - 40)],
  };

  test.each(Object.keys(cases))('the PDF %s is refused', async (name) => {
    const [code, make] = cases[name]!;
    const error = await signPdf(await make(), signer).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(PdfError);
    expect(error.code).toBe(code);
  });
});
