import { fileURLToPath } from 'node:url';
import type { Chapter, Task } from '../../apps/web/src/features/ayuda/guide/chapter.ts';
import { chapters } from '../../apps/web/src/features/ayuda/guide/chapters.ts';
import { piecesOf } from '../../apps/web/src/features/ayuda/guide/inline.ts';
import { sourceOf, type TermName, terms, titleOf, topics } from '../../apps/web/src/features/ayuda/terms.ts';

export const guideFile = fileURLToPath(new URL('../../docs/guia.md', import.meta.url));
/** The table of contents that the screens read. */
export const contentsFile = fileURLToPath(
  new URL('../../apps/web/src/features/ayuda/guide/contents.generated.ts', import.meta.url),
);
/** The folder of the pictures of the guide. */
export const picturesFolder = fileURLToPath(new URL('../../docs/guia/', import.meta.url));

const head = `# Guía de Timbre

<!-- Escrita por scripts/guide desde los capítulos de apps/web/src/features/ayuda/guide y la tabla de términos. No se edita. -->

Para quien emite, recibe y revisa comprobantes fiscales electrónicos (e-CF). Es la misma que Timbre muestra en \`/guia\`, con un buscador. Las pantallas son las de la empresa de demostración: los nombres y los números son inventados. Los detalles de los reportes, para contadores, están en [Reportes fiscales](reportes.md).
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

/** The titles by their address in the application. */
const titles = new Map(
  chapters.flatMap(({ id, title, tasks = [] }) => [
    [`/guia/${id}`, title],
    ...tasks.map((task): [string, string] => [`/guia/${id}#${task.id}`, task.title]),
  ]) as [string, string][],
);

/** A text of the guide as Markdown: a link to another part of it leads to its title, and one to a screen is its words. */
const markdownOf = (text: string): string =>
  piecesOf(text)
    .map(({ kind, text: words, to = '' }) => {
      if (kind === 'name') return `**${words}**`;
      if (kind === 'code') return `\`${words}\``;
      const title = titles.get(to);
      return title === undefined ? words : `[${words}](#${anchorOf(title)})`;
    })
    .join('');

const stepsText = ({ steps = [], notes = [], terms: named = [] }: Pick<Task, 'notes' | 'terms'> & Partial<Task>) => [
  steps.length > 0 && steps.map((step, i) => `${i + 1}. ${markdownOf(step)}\n`).join(''),
  notes.length > 0 && bullets(notes.map(markdownOf)),
  named.length > 0 && `Términos: ${named.map((name) => linkTo(titleOf(name))).join(' · ')}.\n`,
];

const chapterText = ({ title, about, picture, tasks = [], ...rest }: Chapter): string =>
  paragraphs([
    `## ${title}\n`,
    `${markdownOf(about)}\n`,
    picture !== undefined && `![${picture.alt}](guia/${picture.name}.webp)\n`,
    ...stepsText(rest),
    ...tasks.flatMap((task) => [`### ${task.title}\n`, ...stepsText(task)]),
  ]);

function termText(name: TermName): string {
  const { rule, example } = terms[name];
  return `#### ${titleOf(name)}\n\n${rule}\n\n*Ejemplo.* ${example}\n\n${sourceOf(terms[name]).replaceAll('<', '\\<')}.\n`;
}

const names = Object.keys(terms) as TermName[];
const termsTitle = 'Términos fiscales';

/** The text of docs/guia.md. */
export function generateGuide(): string {
  const tasks = chapters.flatMap((chapter) => chapter.tasks ?? []);
  return paragraphs([
    head,
    bullets([...chapters.map(({ title }) => linkTo(title)), linkTo(termsTitle)]),
    `**Tareas**\n`,
    bullets(tasks.map(({ title }) => linkTo(title))),
    ...chapters.map(chapterText),
    `## ${termsTitle}\n`,
    'Los mismos textos que las pantallas muestran junto a cada término.\n',
    ...topics.flatMap((topic) => [
      `### ${topic}\n`,
      ...names.filter((name) => terms[name].topic === topic).map(termText),
    ]),
  ]);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

/** The text of contents.generated.ts: the titles of the chapters and their tasks, and how a chapter is loaded. */
export function generateContents(): string {
  const entries = chapters.map(({ id, area, title, tasks = [] }) => {
    const listed = tasks.map((task) => `{ id: ${quoted(task.id)}, title: ${quoted(task.title)} }`);
    const inLines = `[\n${listed.map((task) => `      ${task},\n`).join('')}    ]`;
    return [
      '  {\n',
      `    id: ${quoted(id)},\n    area: ${quoted(area)},\n    title: ${quoted(title)},\n`,
      `    tasks: ${listed.length > 1 ? inLines : `[${listed.join('')}]`},\n`,
      `    load: () => import('./chapters/${id}.ts'),\n  },\n`,
    ].join('');
  });
  return [
    '// Generated from the chapters by scripts/generate.ts. Not to be edited.\n',
    "import type { Contents } from './contents.ts';\n\n",
    '/** The chapters of the guide, in order, without their texts. */\n',
    `export const contents: readonly Contents[] = [\n${entries.join('')}];\n`,
  ].join('');
}
