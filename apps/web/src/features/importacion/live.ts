import type { QueryClient } from '@tanstack/react-query';
import type { documentos, Estado, importacion } from '@timbre/contract';

type Importacion = importacion.Importacion;
type Patch = documentos.EventoDocumento['documento'];

/** Updates every cached import from an event. */
export function patchImportaciones(client: QueryClient, events: readonly documentos.EventoDocumento[]): void {
  for (const id of new Set(events.map((event) => event.importacionId))) {
    if (id === null) continue;
    const patches = events.filter((event) => event.importacionId === id).map((event) => event.documento);
    client.setQueryData<Importacion>(['importaciones', id], (held) => held && patchImportacion(held, patches));
  }
}

/**
 * Gives an import with some of its documents updated. The other documents keep their identity, so that their rows are
 * not rendered again. The counts that remain to be signed and sent decrease as documents leave those states.
 *
 * @param patches changes of documents; those of documents outside this import are ignored
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
 * Gives an import for which signing or sending was just requested. The events of documents that are already done may
 * arrive before the answer with their count: those documents are not counted as remaining.
 *
 * @param ids the requested documents; all when omitted
 * @param count how many the server will sign or send
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
