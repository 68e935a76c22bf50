/**
 * The same bytes as a Buffer, without a copy. Bytes from another thread arrive as a plain Uint8Array, whatever they
 * were there.
 */
export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
