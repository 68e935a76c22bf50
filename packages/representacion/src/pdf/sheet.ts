import { faceOf, type Part, type Weight } from '../font/typeface.ts';
import { num, textString } from './file.ts';
import type { Mark, Tag } from './tags.ts';

/** Style of a text: weight, size in points, and grey from 0 (black) to 1 (white). */
export interface Style {
  readonly weight: Weight;
  readonly size: number;
  readonly grey: number;
}

/** Whether a text may have characters that are left out, or that stand elsewhere than they are written. */
const unusual = /\u00ad|[\u0370-\u{10ffff}]|\p{M}/u;

/** Characters that show nothing: joiners, variation selectors, marks of direction, soft hyphens. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Words that are written from right to left, with the blanks between them. */
const leftward = /[\p{Script=Arabic}\p{Script=Hebrew}]\p{M}*(?:\s*[\p{Script=Arabic}\p{Script=Hebrew}\p{M}])*/gu;

/** The characters of a text as they stand from left to right. Arabic letters are not joined. */
const charactersOf = (text: string): Iterable<string> =>
  unusual.test(text)
    ? text.replace(invisible, '').replace(leftward, (run) => (run.match(/\P{M}\p{M}*/gu) ?? []).reverse().join(''))
    : text;

/** Below it, all characters but the soft hyphen are shown as they are written. */
const firstUnusual = 0x300;
const softHyphen = 0xad;

/** For each weight, the widths of the characters below {@link firstUnusual} that were measured; else NaN. */
const measured: Record<Weight, Float64Array> = {
  regular: new Float64Array(firstUnusual).fill(Number.NaN),
  semibold: new Float64Array(firstUnusual).fill(Number.NaN),
};

/** Width of a text in points. */
export function widthOf(text: string, { weight, size }: Style): number {
  const widths = measured[weight];
  let width = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= firstUnusual || code === softHyphen) return (unusualWidth(text, weight) * size) / 1000;
    let each = widths[code]!;
    if (Number.isNaN(each)) {
      each = faceOf(weight).glyphOf(code).width;
      widths[code] = each;
    }
    width += each;
  }
  return (width * size) / 1000;
}

/** Width of any text, in thousandths of its size. */
function unusualWidth(text: string, weight: Weight): number {
  const { glyphOf } = faceOf(weight);
  let width = 0;
  for (const char of charactersOf(text)) width += glyphOf(char.codePointAt(0)!).width;
  return width;
}

/** Content of a page as data, to show it without a PDF. Lengths are points; y grows downwards. */
export interface Drawn {
  /** `y` is the baseline; `width` is that of the printed text. */
  readonly texts: readonly (Style & {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly text: string;
  })[];
  readonly bars: readonly Box[];
  readonly images: readonly (Omit<Box, 'grey'> & { readonly name: string })[];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly grey: number;
}

/** The content of one page. Lengths are points; y grows downwards from the top edge. */
export class Sheet {
  private readonly ops: string[] = [];
  /** The same content as data. */
  readonly drawn = {
    texts: [] as Drawn['texts'][number][],
    bars: [] as Box[],
    images: [] as Drawn['images'][number][],
  };
  /** Names, in the resources, of the fonts that it uses. */
  readonly parts: Map<Part, string>;
  private readonly page: number;
  readonly height: number;
  readonly width: number;
  private marks = 0;
  private look = '';

  /** @param parts shared by all sheets of a file, so that a font has one name in all of them */
  constructor(page: number, width: number, height: number, parts: Map<Part, string>) {
    this.page = page;
    this.width = width;
    this.height = height;
    this.parts = parts;
  }

  /** Assigns the output of `draw` to an element of the structure; without one, marks it as an artifact. */
  within(tag: Tag | undefined, draw: () => void): void {
    if (tag === undefined) this.ops.push('/Artifact BMC');
    else {
      const mark: Mark = { page: this.page, mcid: this.marks++ };
      tag.kids.push(mark);
      this.ops.push(`/${tag.type}<</MCID ${mark.mcid}>>BDC`);
    }
    draw();
    this.ops.push('EMC');
  }

  /** Writes one line of text; `x` is its left end, `y` its baseline. Measure it with {@link widthOf}. */
  text(x: number, y: number, text: string, style: Style): void {
    if (text === '') return;
    const { weight, size, grey } = style;
    this.drawn.texts.push({ ...style, x, y, text, width: widthOf(text, style) });
    const { glyphOf } = faceOf(weight);
    this.ops.push(`BT ${num(x)} ${num(this.height - y)} Td`);
    let part: Part | undefined;
    let hex = '';
    const show = () => {
      if (hex !== '') this.ops.push(`<${hex}>Tj`);
      hex = '';
    };
    for (const char of charactersOf(text)) {
      const glyph = glyphOf(char.codePointAt(0)!);
      if (glyph.part !== part) {
        show();
        part = glyph.part;
        this.setLook(`/${this.nameOf(part)} ${num(size)} Tf ${num(grey)} g`);
      }
      if (glyph.known) hex += glyph.hex;
      else {
        show();
        this.ops.push(`/Span<</ActualText${textString(char)}>>BDC<${glyph.hex}>Tj EMC`);
      }
    }
    // A final blank separates the text from its neighbours when it is copied or read aloud.
    const blank = glyphOf(0x20);
    if (part === blank.part) hex += blank.hex;
    show();
    this.ops.push('ET');
  }

  /** Draws a filled rectangle. */
  rect(x: number, y: number, width: number, height: number, grey: number): void {
    this.setLook('');
    this.drawn.bars.push({ x, y, width, height, grey });
    this.ops.push(`${num(grey)} g ${num(x)} ${num(this.height - y - height)} ${num(width)} ${num(height)} re f`);
  }

  /** Draws an object of the page's resources, scaled to a box. */
  image(name: string, x: number, y: number, width: number, height: number): void {
    this.drawn.images.push({ name, x, y, width, height });
    this.ops.push(`q ${num(width)} 0 0 ${num(height)} ${num(x)} ${num(this.height - y - height)} cm/${name} Do Q`);
  }

  /** Returns the operators of the page. */
  content(): string {
    return this.ops.join('\n');
  }

  private setLook(look: string): void {
    if (look !== this.look && look !== '') this.ops.push(look);
    this.look = look;
  }

  private nameOf(part: Part): string {
    const name = this.parts.get(part) ?? `F${this.parts.size}`;
    this.parts.set(part, name);
    return name;
  }
}

/** A sheet that is only measured: what is drawn on it is lost. */
export class BlankSheet extends Sheet {
  constructor(width: number, height: number) {
    super(0, width, height, new Map());
  }

  override within(_tag: Tag | undefined, draw: () => void): void {
    draw();
  }

  override text(): void {}
  override rect(): void {}
  override image(): void {}
}
