// Links between the documents, and mentions of documents in the sources, lead to files and headings that exist.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { allFiles } from './sources.mjs';

/**
 * Files that are not checked: decisions of before, which are history (their README is a document like the others), and
 * the test of this check, which plants broken links.
 */
const left = /^docs\/decisions\/archive\/\d|^scripts\/check-links\.test\.ts$/;

/** Files whose comments and texts may name a document. */
const sources = /\.(ts|tsx|mjs|cjs|js|sql|css|service|yml|yaml)$|Dockerfile$/;

/** A document of the repository named in a source, as `docs/design/numbers.md#the-issue-journal`. */
const mention = /(?<![\w./-])(docs\/[\w./-]*[\w-]|ARCHITECTURE\.md|CONTRIBUTING\.md)(#[\p{L}\p{N}_-]+)?/gu;

/** A decision named by its number, as code named them before there were chapters. */
const numbered = /\bdecision \d{4}\b/i;

/**
 * Checks the links of every Markdown file and the documents named in every source: the file exists, and has the heading.
 *
 * @param repository folder that holds them
 * @returns one line for each offence, `file: what is wrong`; empty when there is none
 */
export function linkOffences(repository: string): string[] {
  const headings = new Map<string, ReadonlySet<string>>();
  const faultOf = (path: string, anchor: string): string | undefined => {
    const file = join(repository, path);
    if (!existsSync(file)) return `there is no ${path}`;
    if (anchor === '' || !path.endsWith('.md')) return undefined;
    if (!headings.has(path)) headings.set(path, anchorsOf(readFileSync(file, 'utf8')));
    return headings.get(path)!.has(anchor) ? undefined : `${path} has no heading #${anchor}`;
  };
  const files = allFiles(repository).map((path) => relative(repository, path));
  return files.flatMap((file) => {
    if (left.test(file) || !(file.endsWith('.md') || sources.test(file))) return [];
    const text = readFileSync(join(repository, file), 'utf8');
    const faults = file.endsWith('.md')
      ? linksOf(text).map(([path, anchor]) => faultOf(path === '' ? file : from(file, path), anchor))
      : [...text.matchAll(mention)].map(([, path = '', anchor = '']) => faultOf(path, anchor.slice(1)));
    if (numbered.test(text)) faults.push('names a decision by its number; name the heading of its chapter');
    return [...new Set(faults)].flatMap((fault) => (fault === undefined ? [] : [`${file}: ${fault}`]));
  });
}

/** The path in the repository of a link in one of its files. */
const from = (file: string, link: string): string => normalize(join(dirname(file), decodeURIComponent(link)));

/** The targets of the links of a Markdown text, as path and anchor; addresses of the web and code are left out. */
function linksOf(text: string): readonly (readonly [path: string, anchor: string])[] {
  return [...withoutCode(text).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#', 2);
      return [path, decodeURIComponent(anchor)] as const;
    });
}

const withoutCode = (text: string): string => text.replace(/^(```|~~~).*?^\1/gms, '').replace(/`[^`\n]*`/g, '`code`');

/**
 * The anchors of the headings of a Markdown text, as GitHub makes them: lower case, only letters, digits, `-` and `_`,
 * blanks as `-`, a repeated one with its count.
 */
function anchorsOf(text: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(/^(```|~~~).*?^\1/gms, '').matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    const before = counts.get(anchor) ?? 0;
    counts.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return anchors;
}
