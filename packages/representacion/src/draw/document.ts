import { formatFechaHora } from '@timbre/values';
import type { AnyContent } from '../content/printed.ts';
import type { Part } from '../font/typeface.ts';
import { num, PdfFile, type Ref, textString } from '../pdf/file.ts';
import { writeFont } from '../pdf/fonts.ts';
import { type Logo, writeLogo } from '../pdf/logo.ts';
import { BlankSheet, Sheet } from '../pdf/sheet.ts';
import { type Tag, type TagType, tagIn, writeTags } from '../pdf/tags.ts';
import { drawModules, qrModules } from '../qr.ts';

/** Names of the two images in the resources of every page. */
export const pictures = { qr: 'Q', logo: 'L' } as const;

/** Draws content as an element of `parent`, or without a parent as an artifact, such as a repeated head. */
export function put(sheet: Sheet, parent: Tag | undefined, type: TagType, draw: () => void): void {
  sheet.within(parent && tagIn(parent, type), draw);
}

const writeQr = (file: PdfFile, url: string): Ref =>
  file.addStream('/Type/XObject/Subtype/Form/BBox[0 0 1 1]', drawModules(qrModules(url)));

/** Formats an instant in the time of Santo Domingo: `D:20260401100000-04'00'`. */
function pdfDate(instant: number): string {
  const [, day, month, year, time = ''] = /^(\d\d)-(\d\d)-(\d{4}) (.*)$/.exec(formatFechaHora(instant)) ?? [];
  return `(D:${year}${month}${day}${time.replaceAll(':', '')}-04'00')`;
}

/** A document being drawn: its sheets and its structure. */
export class Drawing {
  readonly root: Tag = { type: 'Document', kids: [] };
  readonly sheets: Sheet[] = [];
  /** Lengths of the sheets of continuous paper, once they are drawn. */
  lengths: readonly number[] = [];
  private readonly parts = new Map<Part, string>();

  /** @param height 0 for continuous paper, whose length is known only at the end */
  addSheet(width: number, height: number): Sheet {
    const sheet = new Sheet(this.sheets.length, width, height, this.parts);
    this.sheets.push(sheet);
    return sheet;
  }

  /** Writes the PDF. The same content and logo always produce the same bytes. */
  finish(content: AnyContent, logo: Logo | undefined): Buffer {
    const file = new PdfFile();
    const pages = file.reserve();
    const resources = file.reserve();
    const refs = this.sheets.map((sheet, index): Ref => {
      const length = this.lengths[index];
      const shift = length === undefined ? '' : `1 0 0 1 0 ${num(length)} cm\n`;
      const contents = file.addStream('', `${shift}${sheet.content()}`);
      const box = `[0 0 ${num(sheet.width)} ${num(length ?? sheet.height)}]`;
      return file.add(
        `<</Type/Page/Parent ${pages}/MediaBox${box}/Resources ${resources}/Contents ${contents}/StructParents ${index}/Tabs/S>>`,
      );
    });
    file.add(`<</Type/Pages/Count ${refs.length}/Kids[${refs.join(' ')}]>>`, pages);
    const fonts = [...this.parts].map(([part, name]) => `/${name} ${writeFont(file, part)}`).join('');
    const qr = content.stamp && writeQr(file, content.stamp.url);
    const qrEntry = qr === undefined ? '' : `/${pictures.qr} ${qr}`;
    const logoEntry = logo === undefined ? '' : `/${pictures.logo} ${writeLogo(file, logo)}`;
    file.add(`<</Font<<${fonts}>>/XObject<<${qrEntry}${logoEntry}>>>>`, resources);

    const structure = writeTags(file, this.root, refs, textString);
    const root = file.add(
      `<</Type/Catalog/Pages ${pages}/Lang(es-DO)/MarkInfo<</Marked true>>/StructTreeRoot ${structure}/ViewerPreferences<</DisplayDocTitle true>>>>`,
    );
    const date = content.signedAt === undefined ? '' : pdfDate(content.signedAt);
    const dates = date === '' ? '' : `/CreationDate${date}/ModDate${date}`;
    // A document without type and number is called by its first legend.
    const number = content.identity[0]?.text ?? '';
    const title = textString(content.title.text === '' ? content.legends[0]! : `${content.title.text} ${number}`);
    const info = file.add(`<</Title${title}/Author${textString(content.issuer.name.text)}/Creator(Timbre)${dates}>>`);
    return file.finish(root, info);
  }
}

/** A document that is only laid out, without what is drawn on its sheets. */
export class Measuring extends Drawing {
  override addSheet(width: number, height: number): Sheet {
    const sheet = new BlankSheet(width, height);
    this.sheets.push(sheet);
    return sheet;
  }
}
