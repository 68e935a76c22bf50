import type { importacion, ResumenDocumento } from '@timbre/contract';
import { isEditable } from '@timbre/contract/tables';
import { isSent } from './progress.ts';

type Importacion = importacion.Importacion;

/**
 * A document as the screen shows it. In a rehearsal it has the rehearsal's state, and `real` is the stored document.
 */
export type Shown = ResumenDocumento & { readonly real?: ResumenDocumento };

/** The rehearsal of an import, in the cache. */
export interface Ensayo extends Pick<importacion.Ensayo, 'enCurso' | 'cambio'> {
  readonly documentos: ReadonlyMap<string, importacion.DocumentoEnsayado>;
}

/** Merges changes into a rehearsal. */
export function merge(held: Ensayo | undefined, { documentos, enCurso, cambio }: importacion.Ensayo): Ensayo {
  const known = new Map(held?.documentos);
  for (const documento of documentos) known.set(documento.id, documento);
  return { documentos: known, enCurso, cambio };
}

/** Gives an import with the states of its rehearsal, for each document that was rehearsed and was not sent since. */
export function inRehearsal(importacion: Importacion, ensayo: Ensayo | undefined): Importacion {
  if (ensayo === undefined) return importacion;
  const documentos = importacion.documentos.map((real): Shown => {
    const rehearsed = ensayo.documentos.get(real.id);
    return rehearsed === undefined || isSent(real) ? real : { ...real, ...rehearsed, real };
  });
  return { ...importacion, documentos, enCurso: ensayo.enCurso };
}

/** Gives the stored document, also where its rehearsal is shown. */
export const realOf = (documento: Shown): ResumenDocumento => documento.real ?? documento;

/** Whether its XML may be edited. A rehearsal does not prevent it. */
export const canEdit = (documento: Shown): boolean => isEditable(realOf(documento));
