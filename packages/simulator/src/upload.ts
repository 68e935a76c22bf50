/** An uploaded file, exactly as sent. */
export interface Upload {
  readonly fileName: string;
  readonly bytes: Buffer;
}

const blankLine = Buffer.from('\r\n\r\n');

/**
 * Finds the file of the field `xml` in a `multipart/form-data` body.
 *
 * @param contentType the request's header, with its boundary
 * @param body the whole body
 * @returns the file, or undefined if the body has no such field
 */
export function readUpload(contentType: string, body: Buffer): Upload | undefined {
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";]{1,100})"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  const mark = Buffer.from(`--${boundary}`);
  let start = body.indexOf(mark);
  while (start !== -1) {
    const end = body.indexOf(mark, start + mark.length);
    const headEnd = body.indexOf(blankLine, start);
    if (end === -1 || headEnd === -1 || headEnd > end) return undefined;
    const head = body.toString('utf8', start, headEnd);
    if (/;\s*name="?xml"?(;|\s|$)/i.test(head)) {
      const fileName = /;\s*filename="?([^"\r\n;]*)"?/i.exec(head)?.[1] ?? '';
      return { fileName, bytes: body.subarray(headEnd + blankLine.length, end - 2) };
    }
    start = end;
  }
  return undefined;
}
