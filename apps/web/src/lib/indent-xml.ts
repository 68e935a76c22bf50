/**
 * Formats an XML with one element on each line. An empty element stays on one line.
 *
 * @param xml well-formed, with no `>` inside a tag, as in canonical XML
 */
export function indentXml(xml: string): string {
  let depth = 0;
  return xml
    .trim()
    .replace(/>\s*</g, '>\n<')
    .replace(/<([^\s/>]+)([^>]*)>\n<\/\1>/g, '<$1$2></$1>')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth = Math.max(0, depth - 1);
      const text = `${'  '.repeat(depth)}${line}`;
      if (/^<[^/?!]/.test(line) && !line.endsWith('/>') && !line.includes('</')) depth += 1;
      return text;
    })
    .join('\n');
}
