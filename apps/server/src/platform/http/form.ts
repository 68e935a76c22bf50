import type { Multipart } from '@fastify/multipart';
import type { ProblemCode } from '@timbre/contract';
import { Problem, refuse } from '@timbre/refusal';
import type { FormPart, FormParts } from '@timbre/route';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { refuseReplaced } from '../input/utf8.ts';
import { checker, refuseUnkeepable, refuseUnknown } from '../input/validation.ts';
import { defaultBodyLimit, typeWanted } from './bodies.ts';

/** A file of a form, entirely in memory. */
export interface FormFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A form sent as multipart/form-data, by the declared names of its parts. Of several parts with one name, the last counts. */
export interface Form {
  readonly files: Readonly<Record<string, FormFile | undefined>>;
  readonly fields: Readonly<Record<string, string | undefined>>;
}

const maxParts = 20;
const maxFieldBytes = 64 * 1024;
/** Maximum size of the lines before a part, with its name and that of its file: parsing more of them takes long. */
const maxHeadBytes = 4 * 1024;

/** Content type of a call with a form. */
export const formType = 'multipart/form-data';

/**
 * Creates the reader of a form.
 *
 * @param parts that it may have; names are compared without regard to case
 * @param maxBytes of all files together
 * @param looseFile the part that is accepted in the forms that other programs send: see `RouteSpec`
 * @returns a function that throws Problem `peticion/tipo` when the request has no form, `peticion/muy-grande` past a
 * limit, `peticion/invalida` when the form is truncated, has other parts or parts of another kind; a missing part
 * causes the refusal stated in its declaration
 */
export function formReader(
  parts: FormParts,
  maxBytes = defaultBodyLimit,
  looseFile?: string,
): (request: FastifyRequest) => Promise<Form> {
  const declared = new Map(
    Object.entries(parts).flatMap(([name, part]) =>
      [name, ...(part.aliases ?? [])].map((alias) => [alias.toLowerCase(), name] as const),
    ),
  );
  const checkFields = checker(fieldsSchema(parts), 'cuerpo');
  const required = Object.entries(parts).filter(([, part]) => part.required);
  const demandRequired = (form: Form): Form => {
    for (const [name, part] of required)
      if (form.files[name] === undefined && form.fields[name] === undefined) missing(name, part);
    return form;
  };
  const limits = {
    parts: maxParts,
    fieldSize: maxFieldBytes,
    fileSize: maxBytes,
    headerPairs: 100,
    headerSize: maxHeadBytes,
  };

  const options = looseFile === undefined ? { limits } : { limits, isPartAFile: () => true };

  return async (request) => {
    if (!request.isMultipart()) {
      if (looseFile === undefined) refuse('peticion/tipo', typeWanted(formType));
      return demandRequired(
        Buffer.isBuffer(request.body) ? onlyFile(looseFile, request.body) : { files: {}, fields: {} },
      );
    }
    try {
      const read = await readParts(request.parts(options), maxBytes);
      const sent = looseFile === undefined ? read : looselyNamed(read, looseFile, (name) => declared.has(keyOf(name)));
      refuseUnkeepable([sent.fields, Object.values(sent.files).map((file) => file?.name)], 'cuerpo');
      refuseUnknown(
        [...Object.keys(sent.fields), ...Object.keys(sent.files)].filter((name) => !declared.has(keyOf(name))),
      );
      const named = <T>(values: Readonly<Record<string, T>>) =>
        Object.fromEntries(Object.entries(values).map(([name, value]) => [declared.get(keyOf(name))!, value]));
      const form = demandRequired(ofKind({ files: named(sent.files), fields: named(sent.fields) }, parts));
      checkFields(form.fields);
      return form;
    } catch (error) {
      // The library sets a status on errors of its limits. An error without one means that the form cannot be parsed.
      if (error instanceof Error && ('statusCode' in error || error instanceof Problem)) throw error;
      return refuse('peticion/invalida', 'El formulario llegó incompleto');
    }
  };
}

/** A form of one file only, which was the body of its request. */
const onlyFile = (name: string, bytes: Buffer): Form => ({ files: { [name]: { name: '', bytes } }, fields: {} });

/**
 * A form without unknown parts and without empty texts. If the file is not among the known parts, it is the one that
 * looks like XML.
 */
function looselyNamed({ files }: Form, looseFile: string, isKnown: (name: string) => boolean): Form {
  const parts = Object.entries(files).filter(([, file]) => file!.name !== '' || file!.bytes.length > 0);
  const known = parts.filter(([name]) => isKnown(name));
  const [candidate, another] = parts.filter(([name, file]) => !isKnown(name) && looksLikeXml(file!.bytes));
  const isNamed = known.some(([name]) => keyOf(name) === keyOf(looseFile));
  const renamed =
    isNamed || candidate === undefined || another !== undefined ? [] : [[looseFile, candidate[1]] as const];
  return { files: Object.fromEntries([...known, ...renamed]), fields: {} };
}

const looksLikeXml = (bytes: Buffer): boolean => /^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString('latin1', 0, 64));

const keyOf = (name: string): string => name.toLowerCase();

/** The schema of the text parts. The handler checks a JSON part, since it parses it. */
const fieldsSchema = (parts: FormParts) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(parts)
        .filter(([, { kind }]) => kind !== 'file')
        .map(([name, { kind, schema }]) => [name, Type.Optional(kind === 'text' && schema ? schema : Type.String())]),
    ),
  );

/**
 * Refuses a file instead of a text, and a text instead of a file; an empty text counts as no file. A text of XML is a
 * file: programs also send the content alone, or beside the file.
 */
function ofKind({ files, fields }: Form, parts: FormParts): Form {
  for (const name of Object.keys(files))
    if (parts[name]?.kind !== 'file') refuse('peticion/invalida', `${name} debe ser texto, no un archivo`);
  const texts = Object.entries(fields).filter(([name, text]) => parts[name]?.kind !== 'file' || text !== '');
  const asFiles = texts.filter(([name, text]) => parts[name]?.kind === 'file' && looksLikeXml(Buffer.from(text!)));
  const contents = Object.fromEntries(asFiles.map(([name, text]) => [name, { name: '', bytes: Buffer.from(text!) }]));
  const others = texts.filter(([name]) => !(name in contents));
  for (const [name] of others) {
    const part = parts[name];
    if (part?.kind !== 'file') continue;
    if (part.missing !== undefined) missing(name, part);
    refuse('peticion/invalida', `${name} debe ser un archivo`);
  }
  return { files: { ...contents, ...files }, fields: Object.fromEntries(others) };
}

function missing(name: string, part: FormPart): never {
  const { code, detail } = part.missing ?? { code: 'peticion/invalida', detail: `${name} es obligatorio` };
  return refuse(code as ProblemCode, detail);
}

async function readParts(parts: AsyncIterableIterator<Multipart>, maxBytes: number): Promise<Form> {
  const files: Record<string, FormFile> = Object.create(null);
  const fields: Record<string, string> = Object.create(null);
  let room = maxBytes;
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.valueTruncated) refuse('peticion/muy-grande');
      // The library itself parses a part whose content type is JSON.
      fields[part.fieldname] = typeof part.value === 'string' ? part.value : JSON.stringify(part.value ?? '');
      refuseReplaced(part.fieldname, fields[part.fieldname]!);
      continue;
    }
    const bytes = await part.toBuffer();
    room -= bytes.length;
    if (room < 0) refuse('peticion/muy-grande');
    files[part.fieldname] = { name: part.filename ?? '', bytes };
  }
  return { files, fields };
}
