import { randomUUID } from 'node:crypto';

/** A signed document to be sent: its exact bytes and the name that the DGII requires (`RNC + eNCF + .xml`). */
export interface SignedFile {
  readonly fileName: string;
  readonly xml: string | Uint8Array;
}

/** A request body in memory, so that it is sent with a Content-Length: the `fc` host refuses chunked bodies. */
export interface MultipartBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/**
 * Wraps a document as `multipart/form-data` with the single field `xml`. The document's bytes are unchanged.
 *
 * @param file the document; its name has 1 to 120 letters, digits, dots, hyphens and underscores
 * @throws RangeError for any other name
 * @source Descripción técnica v1.6, "Recepción de e-CF", example of the call
 */
export function multipartOf(file: SignedFile): MultipartBody {
  if (!/^[\w.-]{1,120}$/.test(file.fileName)) throw new RangeError('The file name is not plain');
  const boundary = `timbre-${randomUUID()}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="xml"; filename="${file.fileName}"\r\nContent-Type: text/xml\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), Buffer.from(file.xml), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
