import type { QueryClient } from '@tanstack/react-query';
import type { documentos, Estado, importacion } from '@timbre/contract';

type Importacion = importacion.Importacion;
type Patch = documentos.EventoDocumento['documento'];

/** Brings every import held by the cache up to date with what has just happened. */
export function patchImportaciones(client: QueryClient, events: readonly documentos.EventoDocumento[]): void {
  for (const id of new Set(events.map((event) => event.importacionId))) {
    if (id === null) continue;
    const patches = events.filter((event) => event.importacionId === id).map((event) => event.documento);
    client.setQueryData<Importacion>(['importaciones', id], (held) => held && patchImportacion(held, patches));
  }
}

/**
 * An import with some of its documents brought up to date. The others keep their identity, so that their rows are
 * not drawn again; what remains to be signed and sent goes down as documents leave those states.
 *
 * @param patches of documents of this import; a document that it does not hold is left out
 */
export function patchImportacion(held: Importacion, patches: readonly Patch[]): Importacion {
  const byId = new Map(patches.map((patch) => [patch.id, patch]));
  let signed = 0;
  let sent = 0;
  const documentos = held.documentos.map((documento) => {
    const patch = byId.get(documento.id);
    if (!patch) return documento;
    if (leaves('pendiente', documento.estado, patch.estado)) signed += 1;
    if (leaves('firmado', documento.estado, patch.estado)) sent += 1;
    return { ...documento, ...patch };
  });
  const enCurso = {
    firmar: Math.max(0, held.enCurso.firmar - signed),
    enviar: Math.max(0, held.enCurso.enviar - sent),
  };
  return { ...held, documentos, enCurso };
}

const leaves = (estado: Estado, before: Estado, after: Estado): boolean => before === estado && after !== estado;

/**
 * An import of which something has just been asked. The events of documents already signed or sent may come before the
 * answer that says how many there were: those are not waited for.
 *
 * @param ids the documents it was asked for; all when left out
 * @param count how many the server will sign, or send
 */
export function askedFor(
  held: Importacion,
  ids: readonly string[] | undefined,
  what: keyof Importacion['enCurso'],
  count: number,
): Importacion {
  const named = ids && new Set(ids);
  const waiting = held.documentos.filter(
    ({ id, estado }) =>
      (!named || named.has(id)) && (estado === 'pendiente' || (what === 'enviar' && estado === 'firmado')),
  );
  return { ...held, enCurso: { ...held.enCurso, [what]: Math.min(count, waiting.length) } };
}
