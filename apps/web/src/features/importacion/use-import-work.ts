import { useQueryClient } from '@tanstack/react-query';
import type { importacion, ResumenDocumento } from '@timbre/contract';
import { useCallback, useMemo } from 'react';
import { useMutation } from '../../lib/mutation.ts';
import { toast } from '../../ui/toast.tsx';
import { downloadXml } from '../documentos/api.ts';
import { useSesion } from '../sesion/use-sesion.ts';
import { sendImportacion, signImportacion } from './api.ts';
import { sendFailure, signFailure } from './failures.ts';
import { askedFor, patchImportacion } from './live.ts';
import { useAutoridad } from './parts/auth-panel.tsx';
import { countDocumentos, refusalsOf, sendable, stepsOf } from './progress.ts';
import { canEdit, inRehearsal, realOf } from './rehearsal.ts';
import { useEnsayo } from './use-ensayo.ts';

type Importacion = importacion.Importacion;

export type ImportWork = ReturnType<typeof useImportWork>;

/**
 * The actions on an open import and their progress, for real or in its rehearsal.
 *
 * @param withDate whether signing sets the date of the signature
 */
export function useImportWork(importacion: Importacion, withDate: boolean) {
  const { id, estado } = importacion;
  const client = useQueryClient();
  const sesion = useSesion();
  const autoridad = useAutoridad();
  const { rehearsing } = autoridad;
  const ensayo = useEnsayo(id, rehearsing);
  const shown = useMemo(() => inRehearsal(importacion, ensayo), [importacion, ensayo]);
  const { documentos, enCurso } = shown;
  const counts = useMemo(() => countDocumentos(documentos), [documentos]);

  const held = useCallback(
    (change: (held: Importacion) => Importacion) =>
      client.setQueryData<Importacion>(['importaciones', id], (now) => now && change(now)),
    [client, id],
  );
  const patch = (documento: ResumenDocumento) => held((now) => patchImportacion(now, [documento]));

  /** What was requested is in progress. In a rehearsal the server says so; otherwise the cached documents do. */
  const begun = (ids: string[] | undefined, what: 'firmar' | 'enviar', count: number) =>
    rehearsing
      ? client.invalidateQueries({ queryKey: ['ensayo', id] })
      : held((now) => askedFor(now, ids, what, count));
  const asking = (ids?: string[]) => ({ ...(ids && { ids }), ...(rehearsing && { ensayo: true }) });
  const sign = useMutation({
    mutationFn: (ids?: string[]) =>
      signImportacion({ params: { id }, body: { ...asking(ids), agregarFechaHoraFirma: withDate } }),
    onSuccess: ({ firmar }, ids) => begun(ids, 'firmar', firmar),
  });
  const send = useMutation({
    mutationFn: (ids?: string[]) => sendImportacion({ params: { id }, body: asking(ids) }),
    onSuccess: ({ enviar }, ids) => begun(ids, 'enviar', enviar),
  });
  const download = useMutation({
    mutationFn: downloadXml,
    onSuccess: (name) => toast(`Archivo ${name} descargado correctamente.`),
  });

  // A request counts as in progress before the server answers how many documents it covers.
  const asked = { firmar: enCurso.firmar + Number(sign.isPending), enviar: enCurso.enviar + Number(send.isPending) };
  const editable = useMemo(() => documentos.filter(canEdit).map(realOf), [documentos]);
  return {
    /** The import as it is shown: in a rehearsal, with the states of the rehearsal. */
    shown,
    counts,
    steps: stepsOf(shown, counts),
    /** The documents whose XML may be edited. */
    editable,
    /** How many documents `Enviar Todos` sends. */
    toSend: sendable(counts, autoridad),
    /** Why signing all, or sending all, is not available now. */
    refusals: refusalsOf(counts, { estado, enCurso: asked }, autoridad),
    autoridad,
    /** Whether a document of the import has been rehearsed. */
    isRehearsed: ensayo !== undefined && ensayo.documentos.size > 0,
    /** Whether sending now issues real fiscal documents. */
    isForReal: sesion.isForReal && !rehearsing,
    sign,
    send,
    download,
    /** The last failure, if there is one. Its title precedes the reason. */
    failed: [
      { ...sign, title: signFailure(sign.variables) },
      { ...send, title: sendFailure(send.variables) },
      { ...download, title: 'Error al descargar el archivo XML:' },
    ].find(({ isError }) => isError),
    patch,
  };
}
