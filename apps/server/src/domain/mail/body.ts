/** The content of a message: paragraphs, and optionally a link. */
export interface Body {
  /** Paragraphs, separated by an empty line. */
  readonly texto: string;
  readonly enlace?: { readonly nombre: string; readonly url: string };
}

/** The message as plain text. */
export const plainOf = ({ texto, enlace }: Body): string =>
  `${texto.trim()}\n${enlace === undefined ? '' : `\n${enlace.nombre}:\n${enlace.url}\n`}`;

/** The message as HTML, without images or any other content that is fetched. */
export function htmlOf({ texto, enlace }: Body): string {
  const paragraphs = texto
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`);
  const link =
    enlace === undefined ? [] : [`<p><a href="${escapeHtml(enlace.url)}">${escapeHtml(enlace.nombre)}</a></p>`];
  const style = 'font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;max-width:600px';
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"></head><body><div style="${style}">${[...paragraphs, ...link].join('')}</div></body></html>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
