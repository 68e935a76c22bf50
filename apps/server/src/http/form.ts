import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Problem, refuse } from './problem.ts';

/** A file of a form, whole in memory. */
export interface FormFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A form sent as multipart/form-data. Of several parts with one name, the last counts. */
export interface Form {
  readonly files: Readonly<Record<string, FormFile>>;
  readonly fields: Readonly<Record<string, string>>;
}

const maxParts = 20;
const maxFieldBytes = 64 * 1024;
const defaultMaxBytes = 1024 * 1024;

/**
 * Reads the form of a request.
 *
 * @param maxBytes of all files together
 * @throws Problem `peticion/tipo` when it is not a form, `peticion/muy-grande` past a limit, `peticion/invalida` when it is cut
 */
export async function readForm(request: FastifyRequest, maxBytes = defaultMaxBytes): Promise<Form> {
  if (!request.isMultipart()) refuse('peticion/tipo', 'Envíe un formulario (multipart/form-data)');
  const limits = { parts: maxParts, fieldSize: maxFieldBytes, fileSize: maxBytes, headerPairs: 100 };
  try {
    return await readParts(request.parts({ limits }), maxBytes);
  } catch (error) {
    // The library gives its limits a status of their own; what has none is a form that does not parse.
    if (error instanceof Error && ('statusCode' in error || error instanceof Problem)) throw error;
    return refuse('peticion/invalida', 'El formulario llegó incompleto');
  }
}

async function readParts(parts: AsyncIterableIterator<Multipart>, maxBytes: number): Promise<Form> {
  const files: Record<string, FormFile> = Object.create(null);
  const fields: Record<string, string> = Object.create(null);
  let room = maxBytes;
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.valueTruncated) refuse('peticion/muy-grande');
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const bytes = await part.toBuffer();
    room -= bytes.length;
    if (room < 0) refuse('peticion/muy-grande');
    files[part.fieldname] = { name: part.filename, bytes };
  }
  return { files, fields };
}
