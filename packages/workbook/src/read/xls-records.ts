import { WorkbookError } from './workbook-error.ts';

/** Records of a workbook stream that the reader handles. @source [MS-XLS] 2.3 */
export const recordType = {
  formula: 0x0006,
  eof: 0x000a,
  dateMode: 0x0022,
  filePass: 0x002f,
  continue: 0x003c,
  colInfo: 0x007d,
  boundSheet: 0x0085,
  mulRk: 0x00bd,
  rString: 0x00d6,
  xf: 0x00e0,
  sst: 0x00fc,
  labelSst: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  boolErr: 0x0205,
  string: 0x0207,
  row: 0x0208,
  rk: 0x027e,
  format: 0x041e,
  bof: 0x0809,
} as const;

/** Reads the records of a workbook stream, and the content of each, across its continuation records. */
export class RecordReader {
  /** Type of the current record. */
  type = -1;
  private readonly stream: Buffer;
  private nextAt: number;
  private at = 0;
  private end = 0;

  /** @param start offset of the first record to read */
  constructor(stream: Buffer, start = 0) {
    this.stream = stream;
    this.nextAt = start;
  }

  /** Moves to the next record; false at the end of the stream. Throws LIBRO-DANADO if it is truncated. */
  next(): boolean {
    const { stream, nextAt } = this;
    if (nextAt + 4 > stream.length) return false;
    this.type = stream.readUInt16LE(nextAt);
    this.at = nextAt + 4;
    this.end = this.at + stream.readUInt16LE(nextAt + 2);
    if (this.end > stream.length) throw new WorkbookError('LIBRO-DANADO');
    this.nextAt = this.end;
    return true;
  }

  /** Bytes left of the current record, without its continuations. */
  get left(): number {
    return this.end - this.at;
  }

  u8(): number {
    return this.stream.readUInt8(this.take(1));
  }

  u16(): number {
    return this.stream.readUInt16LE(this.take(2));
  }

  u32(): number {
    return this.stream.readUInt32LE(this.take(4));
  }

  f64(): number {
    return this.stream.readDoubleLE(this.take(8));
  }

  /**
   * Reads a number packed in 30 bits: an integer or the upper bits of a double; possibly in hundredths.
   * @source [MS-XLS] 2.5.217
   */
  rk(): number {
    const packed = this.u32();
    const double = Buffer.alloc(8);
    double.writeUInt32LE((packed & ~3) >>> 0, 4);
    const value = packed & 2 ? packed >> 2 : double.readDoubleLE();
    return packed & 1 ? value / 100 : value;
  }

  /**
   * Reads a text: its flags, optionally the sizes of its formatting, its characters, and its formatting (skipped).
   * @param length number of characters, read before
   */
  text(length: number): string {
    let flags = this.u8();
    const runs = flags & 8 ? this.u16() * 4 : 0;
    const phonetic = flags & 4 ? this.u32() : 0;
    let text = '';
    let remaining = length;
    while (remaining > 0) {
      if (this.left === 0) {
        this.continue();
        // The remaining characters may have another width.
        flags = this.u8();
      }
      const width = flags & 1 ? 2 : 1;
      const count = Math.min(remaining, Math.floor(this.left / width));
      if (count === 0) throw new WorkbookError('LIBRO-DANADO');
      const start = this.take(count * width);
      text += this.stream.toString(width === 2 ? 'utf16le' : 'latin1', start, start + count * width);
      remaining -= count;
    }
    for (let rest = runs + phonetic; rest > 0; ) {
      if (this.left === 0) this.continue();
      const passed = Math.min(rest, this.left);
      if (passed === 0) throw new WorkbookError('LIBRO-DANADO');
      this.take(passed);
      rest -= passed;
    }
    return text;
  }

  /** Moves to the continuation of the current record, if this one is fully read. */
  continueIfUsedUp(): void {
    if (this.left === 0) this.continue();
  }

  private continue(): void {
    const { type } = this;
    if (!this.next() || this.type !== recordType.continue) throw new WorkbookError('LIBRO-DANADO');
    this.type = type;
  }

  private take(bytes: number): number {
    const { at } = this;
    if (at + bytes > this.end) throw new WorkbookError('LIBRO-DANADO');
    this.at += bytes;
    return at;
  }
}
