import { quoted } from '@timbre/values';
import { WorkbookError } from './workbook-error.ts';

/** A text that was decoded, and what a person should know of it. */
export interface Decoded {
  readonly text: string;
  /** The table by which it was read, where it is not that of Windows, in Spanish. */
  readonly aviso?: string;
}

/** Characters of Windows-1252 from 0x80 to 0x9F; the others are those of Latin 1. `TextDecoder` of some Nodes lacks them. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const latin1 = String.fromCharCode(...Array.from({ length: 96 }, (_, at) => 0xa0 + at));

/** A table of 256 characters, the first half of them those of ASCII. */
interface Table {
  readonly name: string;
  /** Its characters from 0x80 on. */
  readonly upperHalf: string;
}

const windows: Table = { name: 'Windows-1252', upperHalf: windowsSigns + latin1 };

const others: readonly Table[] = [
  {
    name: 'MS-DOS (CP850)',
    upperHalf:
      'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  },
  {
    name: 'Mac (MacRoman)',
    upperHalf:
      'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
  },
];

/** Most characters of a text that are judged. */
const mostJudged = 100_000;

const spanish = /[áéíóúñüÁÉÍÓÚÑÜ]/;
const letter = /\p{L}/u;
const lower = /\p{Ll}/u;
const upper = /\p{Lu}/u;
const digit = /\d/;
/** Letters of the tables that no name of the country has; the byte is a usual letter of another table. */
const rare = /[ŠŒŽšœžŸƒµıﬁﬂðÐþÞπΩ]/;
const opening = /[¿¡«“‹‚„]/;
const closing = /[»”›…™®©½¼¾²³¹ªº°†‡]/;
const joined = /[’‘´]/;
const dash = /[–—]/;
const never = /[\u0080-\u009f\u2500-\u25ff\uf8ff]/;

/** A character beyond ASCII with those around it; '' beyond the ends of the text. */
interface Place {
  readonly character: string;
  readonly second: string;
  readonly before: string;
  readonly after: string;
  readonly next: string;
}

type Fit = 'letter' | 'odd' | 'misplaced' | 'possible';

/** How a letter fits: near other letters, and of their case. */
function fitOfLetter({ character, second, before, after }: Place): Fit {
  const [touches, follows] = [letter.test(before) || letter.test(after), letter.test(before)];
  if (digit.test(before) || digit.test(after)) return 'misplaced';
  if (rare.test(character) || (!touches && !/[éóÓ]/.test(character))) return touches ? 'misplaced' : 'odd';
  const isOdd = upper.test(character)
    ? lower.test(before)
    : upper.test(after) || (follows && upper.test(before) && upper.test(second));
  if (isOdd) return 'odd';
  return spanish.test(character) ? 'letter' : 'possible';
}

/** Whether an apostrophe can be here: after one or two letters (D’Óleo), before the s of a possessive, outside of words. */
const joins = ({ second, before, after, next }: Place): boolean =>
  !letter.test(before) ||
  !letter.test(after) ||
  !letter.test(second) ||
  upper.test(after) ||
  (/s/i.test(after) && !letter.test(next));

/** Whether a sign can be here. */
function signFits(place: Place): boolean {
  const { character, before, after } = place;
  const [follows, precedes] = [letter.test(before), letter.test(after)];
  if (character === '\u00a0') return true;
  if (never.test(character)) return false;
  if (opening.test(character)) return !follows && !digit.test(before) && after !== '';
  if (closing.test(character)) return !precedes;
  if (joined.test(character)) return joins(place);
  if (dash.test(character)) return !follows || !precedes || upper.test(after);
  return !follows && !precedes;
}

function fitOf(place: Place): Fit {
  if (letter.test(place.character) && !/[ªº]/.test(place.character)) return fitOfLetter(place);
  return signFits(place) ? 'possible' : 'misplaced';
}

/** How many characters of a text fit, by table. */
interface Score extends Readonly<Record<Fit, number>> {
  readonly table: Table;
  /** The first word that has one. */
  readonly word: string;
}

const characterOf = ({ upperHalf }: Table, byte: string | undefined): string =>
  byte === undefined ? '' : byte < '\u0080' ? byte : upperHalf[byte.charCodeAt(0) - 0x80]!;

const decoded = (bytes: string, table: Table): string =>
  bytes.replace(/[\u0080-\u00ff]/g, (byte) => characterOf(table, byte));

const wordEnd = /[^ \t\r\n,;|"]*$/;
const wordStart = /^[^ \t\r\n,;|"]*/;
/** Most characters of a word that are shown, on each side of the first that is not ASCII. */
const mostShown = 20;

function wordAt(bytes: string, at: number, table: Table): string {
  const [before = ''] = wordEnd.exec(bytes.slice(Math.max(0, at - mostShown), at)) ?? [];
  const [after = ''] = wordStart.exec(bytes.slice(at, at + mostShown)) ?? [];
  return decoded(before + after, table);
}

function scoreOf(bytes: string, table: Table): Score {
  const score = { letter: 0, odd: 0, misplaced: 0, possible: 0 };
  const high = /[\u0080-\u00ff]/g;
  let word = '';
  for (let judged = 0; judged < mostJudged && high.test(bytes); judged += 1) {
    const at = high.lastIndex - 1;
    const character = (offset: number) => characterOf(table, bytes[at + offset]);
    const place = {
      character: character(0),
      second: character(-2),
      before: character(-1),
      after: character(1),
      next: character(2),
    };
    score[fitOf(place)] += 1;
    if (judged === 0) word = wordAt(bytes, at, table);
  }
  return { ...score, table, word };
}

/**
 * Decodes a text of one byte a character by the table in which its letters with accents stand where such letters can: that
 * of Windows, of MS-DOS or of old Macs.
 *
 * @param bytes the text, a character a byte
 * @throws WorkbookError LIBRO-CODIFICACION where two tables give possible texts
 */
export function decodeSingleByte(bytes: string): Decoded {
  const usual = scoreOf(bytes, windows);
  const rivals = others.map((table) => scoreOf(bytes, table)).filter((rival) => rival.letter > 0);
  const possible = rivals.filter((rival) => rival.misplaced === 0);
  if (usual.misplaced === 0) {
    const rival = possible.find((each) => each.odd === 0);
    const isWindows = rival === undefined || (usual.odd === 0 && usual.letter >= rival.letter);
    return isWindows ? { text: decoded(bytes, windows) } : undecided(usual, rival);
  }
  const [found, other] = possible.length > 1 ? possible.filter((each) => each.odd === 0) : possible;
  if (found !== undefined && other === undefined)
    return {
      text: decoded(bytes, found.table),
      aviso: `El texto no está en UTF-8: se leyó con la tabla de ${found.table.name}, por ejemplo ${quoted(found.word)}. Revise los nombres`,
    };
  const better = rivals.find((rival) => rival.misplaced < usual.misplaced);
  return better === undefined ? { text: decoded(bytes, windows) } : undecided(usual, better);
}

const undecided = (usual: Score, rival: Score): never => {
  throw new WorkbookError(
    'LIBRO-CODIFICACION',
    `No se sabe en qué codificación está: ${quoted(usual.word)} en Windows es ${quoted(rival.word)} en ${rival.table.name}. Guárdelo como «CSV UTF-8».`,
  );
};
