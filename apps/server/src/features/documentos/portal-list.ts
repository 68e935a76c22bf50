import type { documentos } from '@timbre/contract';
import { parseENCF } from '@timbre/values';

type Estado = documentos.VeredictoVisto['estado'];

/** A line of a list: its eNCF and its verdict; null where the line states no verdict, or an ambiguous one. */
export interface PortalLine {
  readonly linea: number;
  readonly eNCF: string;
  readonly estado: Estado | null;
}

const number = /(?<![A-Z0-9])E\d{12}(?!\d)/gi;
/** Words that change the meaning of a state: «no aceptado», «pendiente de ser aceptado», «en proceso». */
const doubtful = /(?<!\p{L})(?:no|sin|por|ser|pendiente|proceso|error)(?!\p{L})/u;
const accepted = /(?<!\p{L})aceptad[oa](?<conditional>\s+condicional)?(?!\p{L})/u;
const rejected = /(?<!\p{L})rechazad[oa](?!\p{L})/u;

/**
 * Reads the list of documents that a person copied from the authority's portal, with a document on each line.
 *
 * @returns the lines that have an eNCF; others, such as headings, are skipped
 */
export const readPortalList = (text: string): PortalLine[] =>
  text.split(/\r\n|\r|\n/).flatMap((line, at) => {
    const numbers = new Set(line.match(number)?.flatMap((each) => parseENCF(each.toUpperCase())?.eNCF ?? []));
    const [eNCF] = numbers;
    if (eNCF === undefined) return [];
    // With two numbers, such as a note and the invoice it modifies, the verdict could be of either.
    return [{ linea: at + 1, eNCF, estado: numbers.size === 1 ? stateOf(line) : null }];
  });

/** The verdict that a line states; null where it states none, or could be read in two ways. */
function stateOf(line: string): Estado | null {
  const words = line.toLowerCase();
  const acceptance = accepted.exec(words);
  if (doubtful.test(words) || (acceptance !== null && rejected.test(words))) return null;
  if (acceptance !== null) return acceptance.groups?.conditional === undefined ? 'aceptado' : 'aceptado_condicional';
  return rejected.test(words) ? 'rechazado' : null;
}
