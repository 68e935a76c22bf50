import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { useMutation } from '../../lib/mutation.ts';
import { useAutoridad } from '../autoridad/shared.ts';
import type { Activity } from './activity.ts';
import {
  downloadXml,
  dropAprobaciones,
  forgetEnsayo,
  loadWorkbook,
  sendAprobaciones,
  signAprobaciones,
} from './api.ts';
import { counted } from './progress.ts';
import { aprobacionesKey } from './queries.ts';

/** A workbook that was loaded: how many of its rows are hidden, and whether they were read. */
interface LoadedBook {
  readonly workbook: File;
  readonly ocultas: number;
  readonly readsHidden: boolean;
}

export type ApprovalWork = ReturnType<typeof useApprovalWork>;

/**
 * The actions on the approvals, for real or in the rehearsal.
 *
 * @param say shows the user the result of an action
 */
export function useApprovalWork(say: (words: string, tone: Activity['tone']) => void) {
  const client = useQueryClient();
  const autoridad = useAutoridad();
  const { rehearsing, authenticated } = autoridad;
  /** Why an approval could not be signed or sent, by its id; a later success clears it. */
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  const [book, setBook] = useState<LoadedBook>();
  const asking = rehearsing ? { ensayo: true } : {};
  const refresh = () => client.invalidateQueries({ queryKey: aprobacionesKey });

  function ended(ids: string[] | undefined, failure?: Error) {
    setFailures((before) => {
      const after = { ...before };
      for (const id of ids ?? Object.keys(before)) delete after[id];
      if (failure && ids?.length === 1) after[ids[0]!] = messageOf(failure);
      return after;
    });
    if (failure) say(messageOf(failure), 'bad');
    return refresh();
  }

  const sign = useMutation({
    mutationFn: (ids: string[] | undefined) => signAprobaciones({ body: { ...(ids && { ids }), ...asking } }),
    onSuccess: ({ firmadas }, ids) => {
      say(counted(firmadas, 'firmada'), 'ok');
      return ended(ids);
    },
    onError: (failure, ids) => ended(ids, failure),
  });
  const send = useMutation({
    mutationFn: (ids: string[] | undefined) => sendAprobaciones({ body: { ...(ids && { ids }), ...asking } }),
    onSuccess: ({ enviadas }, ids) => {
      say(rehearsing ? `${counted(enviadas, 'ensayada')}` : `${counted(enviadas)} en camino a la DGII`, 'ok');
      return ended(ids);
    },
    onError: (failure, ids) => ended(ids, failure),
  });
  const drop = useMutation({
    mutationFn: () => dropAprobaciones({}),
    onSuccess: () => {
      say('Se quitaron las aprobaciones sin enviar', 'ok');
      return ended(undefined);
    },
    onError: (failure) => ended(undefined, failure),
  });
  const download = useMutation({
    mutationFn: downloadXml,
    onSuccess: (name) => say(`Archivo ${name} descargado correctamente.`, 'ok'),
    onError: (failure) => say(`Error al descargar el archivo XML: ${messageOf(failure)}`, 'bad'),
  });

  async function load(workbook: File, filasOcultas: 'leer' | 'omitir' = 'omitir') {
    const form = new FormData();
    form.append('archivo', workbook);
    form.append('filasOcultas', filasOcultas);
    setBook(undefined);
    const { cargadas, conErrores, yaEnviadas, avisos, ...loaded } = await loadWorkbook({ form });
    setBook({ workbook, ocultas: loaded.filasOcultas, readsHidden: filasOcultas === 'leer' });
    for (const { mensaje } of avisos) say(mensaje, 'info');
    const parts = [
      counted(cargadas, 'cargada'),
      ...(conErrores > 0 ? [`${conErrores} con errores`] : []),
      ...(yaEnviadas > 0 ? [`${counted(yaEnviadas)} ya se ${yaEnviadas === 1 ? 'envió' : 'enviaron'}`] : []),
    ];
    say(`${workbook.name}: ${parts.join(' · ')}`, conErrores > 0 ? 'info' : 'ok');
    await ended(undefined);
  }

  /** Signing and sending need the authority's session, outside development mode. @source specification 001 §5 */
  const authentic = (act: (ids: string[] | undefined) => void) => (ids?: string[]) =>
    authenticated ? act(ids) : say('Debe autenticarse primero', 'bad');

  return {
    autoridad,
    failures,
    /** The workbook that was loaded last, while the screen is open. */
    book,
    load,
    sign: authentic(sign.mutate),
    send: authentic(send.mutate),
    drop: () => drop.mutate(),
    download: download.mutate,
    /** Deletes the data of the rehearsal. */
    forget: () => forgetEnsayo({}).then(() => ended(undefined)),
    signing: sign.isPending,
    sending: send.isPending,
    /** The approvals that are being signed or sent one by one. */
    busy: [sign, send].flatMap(({ isPending, variables }) => (isPending ? (variables ?? []) : [])),
  };
}
