import { fileURLToPath } from 'node:url';
import { sourceOf, type TermName, terms, titleOf, topics } from '../../apps/web/src/features/ayuda/terms.ts';
import { type Chapter, chapters } from './chapters.ts';

export const guideFile = fileURLToPath(new URL('../../docs/guia.md', import.meta.url));
/** The folder of the pictures of the guide. */
export const picturesFolder = fileURLToPath(new URL('../../docs/guia/', import.meta.url));

const head = `# Guía de Timbre

<!-- Escrita por scripts/guide desde chapters.ts y la tabla de términos. No se edita. -->

Para quien emite, recibe y revisa comprobantes fiscales electrónicos (e-CF). Las pantallas son las de la empresa de demostración: los nombres y los números son inventados.
`;

/** The anchor that GitHub generates for a title. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-');

const linkTo = (title: string) => `[${title}](#${anchorOf(title)})`;
const bullets = (texts: readonly string[]) => texts.map((text) => `- ${text}\n`).join('');
const paragraphs = (parts: readonly (string | false)[]) => parts.filter(Boolean).join('\n');

function chapterText({ title, about, picture, steps, notes = [], terms: named = [] }: Chapter): string {
  return paragraphs([
    `## ${title}\n`,
    `${about}\n`,
    picture !== undefined && `![${picture.alt}](guia/${picture.name}.webp)\n`,
    steps.map((step, i) => `${i + 1}. ${step}\n`).join(''),
    notes.length > 0 && bullets(notes),
    named.length > 0 && `Términos: ${named.map((name) => linkTo(titleOf(name))).join(' · ')}.\n`,
  ]);
}

function termText(name: TermName): string {
  const { rule, example } = terms[name];
  return `#### ${titleOf(name)}\n\n${rule}\n\n*Ejemplo.* ${example}\n\n${sourceOf(terms[name]).replaceAll('<', '\\<')}.\n`;
}

const names = Object.keys(terms) as TermName[];
const termsTitle = 'Términos fiscales';

/** The text of docs/guia.md. */
export function generateGuide(): string {
  return paragraphs([
    head,
    bullets([...chapters.map(({ title }) => linkTo(title)), linkTo(termsTitle)]),
    ...chapters.map(chapterText),
    `## ${termsTitle}\n`,
    'Los mismos textos que las pantallas muestran junto a cada término.\n',
    ...topics.flatMap((topic) => [
      `### ${topic}\n`,
      ...names.filter((name) => terms[name].topic === topic).map(termText),
    ]),
  ]);
}
