import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Maximum number of objects in one object stream. */
const perStream = 400;
/** Compression level: higher levels take more time and hardly reduce the size. */
const level = 6;

/** A reference to an object: `12 0 R`. */
export type Ref = string & { readonly brand: 'Ref' };

/** A PDF text string: UTF-16 in hexadecimal, so that it may contain any character. */
export const textString = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

/** Formats a number with at most two decimals. */
export const num = (value: number): string => String(Math.round(value * 100) / 100);

/**
 * A PDF file being written. Objects without a stream are packed together and compressed. The same objects always
 * produce the same bytes: no clock and no random values are used.
 * @source ISO 32000-1, 7.5 (file structure), 7.5.7 (object streams), 7.5.8 (cross-reference streams)
 */
export class PdfFile {
  private readonly packed: { readonly id: number; readonly body: string }[] = [];
  private readonly streams: { readonly id: number; readonly bytes: Buffer }[] = [];
  private last = 0;

  /** Reserves a reference for an object that is written later. */
  reserve(): Ref {
    this.last++;
    return `${this.last} 0 R` as Ref;
  }

  /** Writes an object that has no stream. */
  add(body: string, ref: Ref = this.reserve()): Ref {
    this.packed.push({ id: idOf(ref), body });
    return ref;
  }

  /** Writes a stream and compresses it. `entries`: further entries of its dictionary. */
  addStream(entries: string, data: Buffer | string, ref: Ref = this.reserve()): Ref {
    const bytes = deflateSync(typeof data === 'string' ? Buffer.from(data, 'latin1') : data, { level });
    return this.addRaw(`${entries}/Filter/FlateDecode`, bytes, ref);
  }

  /** Writes a stream unchanged; `entries` names its filter, if it has one. */
  addRaw(entries: string, data: Buffer, ref: Ref = this.reserve()): Ref {
    const id = idOf(ref);
    const open = `${id} 0 obj\n<<${entries}/Length ${data.length}>>stream\n`;
    this.streams.push({
      id,
      bytes: Buffer.concat([Buffer.from(open, 'latin1'), data, Buffer.from('\nendstream\nendobj\n')]),
    });
    return ref;
  }

  /** Returns the whole file. */
  finish(root: Ref, info: Ref): Buffer {
    const places = new Map<number, readonly [type: 1 | 2, a: number, b: number]>();
    for (let start = 0; start < this.packed.length; start += perStream) {
      const group = this.packed.slice(start, start + perStream);
      const stream = idOf(this.reserve());
      let offset = 0;
      const heads = group.map(({ id, body }, index) => {
        places.set(id, [2, stream, index]);
        const head = `${id} ${offset}`;
        offset += body.length + 1;
        return head;
      });
      const first = `${heads.join(' ')}\n`;
      const data = `${first}${group.map(({ body }) => body).join('\n')}`;
      this.addStream(`/Type/ObjStm/N ${group.length}/First ${first.length}`, data, `${stream} 0 R` as Ref);
    }
    const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')];
    let length = chunks[0]!.length;
    for (const { id, bytes } of this.streams) {
      places.set(id, [1, length, 0]);
      chunks.push(bytes);
      length += bytes.length;
    }
    const self = idOf(this.reserve());
    places.set(self, [1, length, 0]);
    const table = Buffer.alloc(7 * (this.last + 1));
    table.writeUInt16BE(0xffff, 5);
    for (const [id, [type, a, b]] of places) {
      table.writeUInt8(type, 7 * id);
      table.writeUInt32BE(a, 7 * id + 1);
      table.writeUInt16BE(b, 7 * id + 5);
    }
    const hash = createHash('sha256');
    for (const chunk of chunks) hash.update(chunk);
    const id = hash.digest('hex').slice(0, 32).toUpperCase();
    const data = deflateSync(table, { level });
    const entries = `/Type/XRef/Size ${this.last + 1}/W[1 4 2]/Root ${root}/Info ${info}/ID[<${id}><${id}>]/Filter/FlateDecode`;
    chunks.push(Buffer.from(`${self} 0 obj\n<<${entries}/Length ${data.length}>>stream\n`, 'latin1'), data);
    chunks.push(Buffer.from(`\nendstream\nendobj\nstartxref\n${length}\n%%EOF\n`, 'latin1'));
    return Buffer.concat(chunks);
  }
}

const idOf = (ref: Ref): number => Number.parseInt(ref, 10);
