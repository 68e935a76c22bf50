import type { ExcerptEntry } from '../../../platform/events/excerpt.ts';
import { keylessSeal } from '../../../platform/events/seals.ts';

/**
 * A line of the record in a pack. `sello` is the platform's, made with a key that is not in the pack. `eslabon` chains
 * the lines to each other, and any reader can compute it: SHA-256 of the previous link and of the entry.
 */
interface Line {
  readonly seq: number;
  readonly tipo: string;
  readonly sujeto: string | null;
  readonly en: string;
  /** Canonical JSON of its data. */
  readonly datos: string;
  readonly sello: string;
  readonly eslabon: string;
}

/** The platform's signed statement about the record in a pack. */
export interface ChainHead {
  readonly empresaId: string;
  readonly rnc: string;
  readonly periodo: string;
  /** Number of the first entry, and one past the last. */
  readonly primera: number;
  readonly fin: number;
  /** Seal of the entry before the first. */
  readonly anterior: string;
  /** The last link. */
  readonly eslabon: string;
  /** The first entry whose seal did not hold when the pack was made. */
  readonly alterada: number | null;
  /** SHA-256 of the certificate that signs the manifest. */
  readonly certificado: string;
}

/** The head in the pack: its JSON, the platform's Ed25519 signature of it in base64, and the public key (SPKI). */
export interface SignedHead {
  readonly texto: string;
  readonly firma: string;
  readonly llave: string;
}

/** Writes entries as lines, each with its link. */
export function createChain(empresaId: string, previous: Buffer) {
  let link = previous;
  let alterada: number | null = null;
  return {
    write(entries: readonly ExcerptEntry[]): string {
      let lines = '';
      for (const { seq, tipo, sujeto, json, en, sello, alterado } of entries) {
        if (alterado) alterada ??= seq;
        link = keylessSeal(link, { empresaId, seq, tipo, sujeto, json, en });
        const line: Line = {
          seq,
          tipo,
          sujeto,
          en: en.toISOString(),
          datos: json,
          sello: sello.toString('hex'),
          eslabon: link.toString('hex'),
        };
        lines += `${JSON.stringify(line)}\n`;
      }
      return lines;
    },
    /** The last link, and the first entry whose seal did not hold. */
    end: () => ({ eslabon: link.toString('hex'), alterada }),
  };
}

/**
 * The fault of the lines of a record, in Spanish; undefined if each link follows from the previous one and the head
 * matches the last.
 */
export function chainFault(lines: string, head: ChainHead): string | undefined {
  let link: Buffer = Buffer.from(head.anterior, 'hex');
  let seq = head.primera;
  for (const text of lines.split('\n')) {
    if (text === '') continue;
    const line = lineOf(text);
    if (line === undefined) return `el evento ${seq} no se puede leer`;
    if (line.seq !== seq) return `falta el evento ${seq}, o está fuera de su lugar`;
    const { tipo, sujeto, datos, en } = line;
    link = keylessSeal(link, { empresaId: head.empresaId, seq, tipo, sujeto, json: datos, en: new Date(en) });
    if (link.toString('hex') !== line.eslabon) return `el evento ${seq} no concuerda con su eslabón`;
    seq += 1;
  }
  if (seq !== head.fin) return `faltan los eventos desde el ${seq}`;
  if (link.toString('hex') !== head.eslabon) return 'el último eslabón no es el que la plataforma firmó';
  return head.alterada === null
    ? undefined
    : `la plataforma halló alterado el evento ${head.alterada} al sacar el expediente`;
}

function lineOf(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Line;
    return Number.isNaN(Date.parse(line.en)) ? undefined : line;
  } catch {
    return undefined;
  }
}
