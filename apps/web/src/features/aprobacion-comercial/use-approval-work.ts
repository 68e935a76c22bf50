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

type Say = (words: string, tone: Activity['tone']) => void;

/** A workbook that was loaded: how many of its rows are hidden, and whether they were read. */
interface LoadedBook {
  readonly workbook: File;
  readonly ocultas: number;
  readonly readsHidden: boolean;
}

export type ApprovalWork = ReturnType<typeof useApprovalWork>;

/** Loads a workbook. Returns the number of its hidden rows and the messages about it, the summary last. */
async function loadBook(workbook: File, filasOcultas: 'leer' | 'omitir') {
  const form = new FormData();
  form.append('archivo', workbook);
  form.append('filasOcultas', filasOcultas);
  const { cargadas, conErrores, yaEnviadas, avisos, filasOcultas: ocultas } = await loadWorkbook({ form });
  const parts = [
    counted(cargadas, 'cargada'),
    ...(conErrores > 0 ? [`${conErrores} con errores`] : []),
    ...(yaEnviadas > 0 ? [`${counted(yaEnviadas)} ya se ${yaEnviadas === 1 ? 'envió' : 'enviaron'}`] : []),
  ];
  const words: (readonly [words: string, tone: Activity['tone']])[] = [
    ...avisos.map(({ mensaje }) => [mensaje, 'info'] as const),
    [`${workbook.name}: ${parts.join(' · ')}`, conErrores > 0 ? 'info' : 'ok'],
  ];
  return { ocultas, words };
}

/** Why an approval could not be signed or sent, by its id; a later success clears it. */
function useFailures() {
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  /** @param ids undefined: all approvals */
  const settle = (ids: string[] | undefined, failure?: Error) =>
    setFailures((before) => {
      const after = { ...before };
      for (const id of ids ?? Object.keys(before)) delete after[id];
      if (failure && ids?.length === 1) after[ids[0]!] = messageOf(failure);
      return after;
    });
  return { failures, settle };
}

/**
 * The actions on the approvals, for real or in the rehearsal.
 *
 * @param say shows the user the result of an action
 */
export function useApprovalWork(say: Say) {
  const client = useQueryClient();
  const autoridad = useAutoridad();
  const { rehearsing, authenticated } = autoridad;
  const { failures, settle } = useFailures();
  const [book, setBook] = useState<LoadedBook>();

  function ended(ids: string[] | undefined, failure?: Error) {
    settle(ids, failure);
    if (failure) say(messageOf(failure), 'bad');
    return client.invalidateQueries({ queryKey: aprobacionesKey });
  }

  const { sign, send, drop } = useActions(rehearsing, say, ended);
  const download = useMutation({
    mutationFn: downloadXml,
    onSuccess: (name) => say(`Archivo ${name} descargado correctamente.`, 'ok'),
    onError: (failure) => say(`Error al descargar el archivo XML: ${messageOf(failure)}`, 'bad'),
  });

  async function load(workbook: File, filasOcultas: 'leer' | 'omitir' = 'omitir') {
    setBook(undefined);
    const { ocultas, words } = await loadBook(workbook, filasOcultas);
    setBook({ workbook, ocultas, readsHidden: filasOcultas === 'leer' });
    for (const message of words) say(...message);
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
    drop: () => drop.mutate(undefined),
    download: download.mutate,
    /** Deletes the data of the rehearsal. */
    forget: () => forgetEnsayo({}).then(() => ended(undefined)),
    signing: sign.isPending,
    sending: send.isPending,
    /** The approvals that are being signed or sent one by one. */
    busy: [sign, send].flatMap(({ isPending, variables }) => (isPending ? (variables ?? []) : [])),
  };
}

type Ids = string[] | undefined;

/** The calls about some approvals or, without ids, about all. */
function useActions(rehearsing: boolean, say: Say, ended: (ids: Ids, failure?: Error) => Promise<void>) {
  const asking = rehearsing ? { ensayo: true } : {};
  const action = <Answer>(act: (ids: Ids) => Promise<Answer>, done: (answer: Answer) => string) => ({
    mutationFn: act,
    onSuccess: (answer: Answer, ids: Ids) => {
      say(done(answer), 'ok');
      return ended(ids);
    },
    onError: (failure: Error, ids: Ids) => ended(ids, failure),
  });
  const sign = useMutation(
    action(
      (ids) => signAprobaciones({ body: { ...(ids && { ids }), ...asking } }),
      ({ firmadas }) => counted(firmadas, 'firmada'),
    ),
  );
  const send = useMutation(
    action(
      (ids) => sendAprobaciones({ body: { ...(ids && { ids }), ...asking } }),
      ({ enviadas }) => (rehearsing ? counted(enviadas, 'ensayada') : `${counted(enviadas)} en camino a la DGII`),
    ),
  );
  const drop = useMutation(
    action(
      () => dropAprobaciones({}),
      () => 'Se quitaron las aprobaciones sin enviar',
    ),
  );
  return { sign, send, drop };
}
