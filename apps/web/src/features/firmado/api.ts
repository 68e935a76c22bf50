import type { firmado } from '@timbre/contract';
import * as firmadoCalls from '../../calls/firmado.generated.ts';
import { caller, type Download } from '../../lib/api.ts';

type Formato = firmado.FormatoDeFirma;
export type Esquina = firmado.Esquina;

const sign = caller(firmadoCalls.firmarDocumento);

/** Options of the signing. */
export interface Options {
  readonly incluirFecha: boolean;
  /** The visible stamp of a PDF: its corner, and its page, a number or `ultima`. */
  readonly sello: { readonly esquina: Esquina; readonly pagina: string } | undefined;
  /** Whether the signature of a text is a separate file. */
  readonly separada: boolean;
}

/** Sends a file to the server to be signed with the company's certificate. */
export function signFile(file: File, rnc: string, options: Options, signal: AbortSignal): Promise<Download> {
  const form = new FormData();
  form.set('rnc', rnc);
  form.set('incluir_fecha', String(options.incluirFecha));
  const formato = formatOf(file.name);
  if (formato === 'pdf' && options.sello) {
    form.set('sello_esquina', options.sello.esquina);
    form.set('sello_pagina', options.sello.pagina);
  }
  if (formato === 'txt') form.set('firma_separada', String(options.separada));
  form.set('file', file);
  return sign({ form, signal });
}

/** The format of a file, by its name extension; undefined for a file that cannot be signed. */
export const formatOf = (name: string): Formato | undefined =>
  (/\.(pdf|xml|txt)$/i.exec(name)?.[1]?.toLowerCase() as Formato | undefined) ?? undefined;
