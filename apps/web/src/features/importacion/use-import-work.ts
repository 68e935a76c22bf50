import { useQueryClient } from '@tanstack/react-query';
import type { importacion } from '@timbre/contract';
import { useCallback, useMemo } from 'react';
import { countsOf } from '../../lib/import-state.ts';
import { useMutation } from '../../lib/mutation.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { toast } from '../../ui/toast.tsx';
import { useAutoridad } from '../autoridad/shared.ts';
import { downloadXml } from '../documentos/shared.ts';
import { forgetEnsayo, sendImportacion, signImportacion } from './api.ts';
import { sendFailure, signFailure } from './failures.ts';
import { hiddenRows } from './faults.ts';
import { refusalsOf, sendable, stepsOf } from './progress.ts';
import { keyOf } from './queries.ts';

type Importacion = importacion.Importacion;

export type ImportWork = ReturnType<typeof useImportWork>;

/** The documents to sign: the named ones, or all. */
interface ToSign {
  ids?: string[];
  /** Whether those of hidden rows are signed too. */
  filasOcultas?: boolean;
}

/**
 * The actions on an open import and their progress, for real or in its rehearsal.
 *
 * @param importacion in a rehearsal, with the counts of the rehearsal
 * @param withDate whether signing sets the date of the signature
 */
export function useImportWork(importacion: Importacion, withDate: boolean) {
  const { id, estado, enCurso } = importacion;
  const client = useQueryClient();
  const sesion = useSesion();
  const autoridad = useAutoridad();
  const { rehearsing } = autoridad;
  const counts = useMemo(() => countsOf(importacion), [importacion]);

  /** Fetches the shown data of the import again. */
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: keyOf(id) }), [client, id]);
  const hidden = hiddenRows(importacion);
  const asking = (ids?: string[]) => ({ ...(ids && { ids }), ...(rehearsing && { ensayo: true }) });
  const sign = useMutation({
    mutationFn: ({ ids, filasOcultas = false }: ToSign) =>
      signImportacion({ params: { id }, body: { ...asking(ids), agregarFechaHoraFirma: withDate, filasOcultas } }),
    onSuccess: refresh,
  });
  const send = useMutation({
    mutationFn: (ids?: string[]) => sendImportacion({ params: { id }, body: asking(ids) }),
    onSuccess: refresh,
  });
  const download = useMutation({
    mutationFn: downloadXml,
    onSuccess: (name) => toast(`Archivo ${name} descargado correctamente.`),
  });

  // A request counts as in progress before the server answers how many documents it covers.
  const asked = { firmar: enCurso.firmar + Number(sign.isPending), enviar: enCurso.enviar + Number(send.isPending) };
  return {
    counts,
    steps: stepsOf(importacion, counts),
    /** How many documents may be edited. */
    editables: importacion.editables,
    /** How many documents `Enviar Todos` sends. */
    toSend: sendable(counts, autoridad),
    /** Why signing all, or sending all, is not available now. */
    refusals: refusalsOf(counts, { estado, enCurso: asked }, autoridad),
    autoridad,
    /** Whether a document of the import has been rehearsed. */
    isRehearsed: rehearsing && importacion.ensayados > 0,
    /** Whether sending now issues real fiscal documents. */
    isForReal: sesion.isForReal && !rehearsing,
    /** How many documents have a hidden row: signing all of them is asked about. */
    hidden,
    sign,
    send,
    download,
    /** The last failure, if there is one. Its title precedes the reason. */
    failed: [
      { ...sign, title: signFailure(sign.variables?.ids) },
      { ...send, title: sendFailure(send.variables) },
      { ...download, title: 'Error al descargar el archivo XML:' },
    ].find(({ isError }) => isError),
    refresh,
    /** Deletes the rehearsal of the import. */
    forget: () => forgetEnsayo({ params: { id } }).then(refresh),
  };
}
