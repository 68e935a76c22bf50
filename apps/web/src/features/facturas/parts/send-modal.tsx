import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { isEmail } from '../../../lib/email.ts';
import { formatMoment } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import form from '../../../ui/form.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import type { DocumentoRef } from '../../documentos/shared.ts';
import { type CorreosDeDocumento, readCorreos, sendByMail } from '../api.ts';

const estados = {
  pendiente: 'En camino',
  enviado: 'Entregado al servidor de correo',
  guardado: 'Guardado en el servidor, sin enviar',
  fallido: 'No se pudo enviar',
} as const;

interface Props {
  documento: DocumentoRef;
  onClose: () => void;
}

/** Sends a document to its buyer, with the company's template, and shows the earlier mails. */
export function SendModal({ documento, onClose }: Props) {
  const { id, eNCF } = documento;
  const [typed, setTyped] = useState<{ para?: string; asunto?: string; cuerpo?: string }>({});
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['documentos', id, 'correo'],
    meta: notLive,
    queryFn: ({ signal }) => readCorreos({ params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.correos.some(({ estado }) => estado === 'pendiente') ? 2_000 : false),
  });
  const now = { para: data?.para ?? '', asunto: data?.asunto ?? '', cuerpo: data?.cuerpo ?? '', ...typed };
  const para = now.para.split(/[\s,;]+/).filter(Boolean);
  const reason =
    para.length === 0
      ? 'Escriba a quién se envía'
      : para.find((address) => !isEmail(address)) && 'Una dirección no está completa';
  const send = useMutation({
    mutationFn: () => sendByMail({ params: { id }, body: { para, asunto: now.asunto, cuerpo: now.cuerpo } }),
    onSuccess: ({ entrega }) => {
      setTyped({});
      toast(entrega === 'smtp' ? `Correo de ${eNCF} en camino.` : `Correo de ${eNCF} guardado en el servidor.`);
      return client.invalidateQueries({ queryKey: ['documentos', id, 'correo'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason && !send.isPending) send.mutate();
  };
  return (
    <EditDialog
      title={`Enviar ${eNCF} por correo`}
      width={560}
      changed={Object.keys(typed).length > 0}
      onClose={onClose}
    >
      {(leave) =>
        error ? (
          <Banner>{messageOf(error)}</Banner>
        ) : data === undefined ? (
          <Skeleton rows={5} height={40} />
        ) : (
          <form className={form.form} onSubmit={submit}>
            {data.entrega === 'carpeta' && (
              <Banner tone="info" title="Este servidor no envía correos">
                El mensaje se guarda en el servidor, en un archivo .eml, y no llega al comprador.
              </Banner>
            )}
            <TextInput
              label="Para"
              description="Si son varias direcciones, sepárelas con comas"
              data-autofocus
              value={now.para}
              onChange={(event) => setTyped({ ...typed, para: event.currentTarget.value })}
            />
            <TextInput
              label="Asunto"
              required
              value={now.asunto}
              onChange={(event) => setTyped({ ...typed, asunto: event.currentTarget.value })}
            />
            <Textarea
              label="Mensaje"
              description="Lleva el PDF y el XML del comprobante"
              required
              autosize
              minRows={6}
              maxRows={14}
              value={now.cuerpo}
              onChange={(event) => setTyped({ ...typed, cuerpo: event.currentTarget.value })}
            />
            <FailureNotice error={send.error} />
            <div className={form.actions}>
              <Button onClick={leave}>Cerrar</Button>
              <SubmitButton reason={reason} busy={send.isPending}>
                {data.entrega === 'smtp' ? 'Enviar' : 'Guardar el correo'}
              </SubmitButton>
            </div>
            <History correos={data.correos} />
          </form>
        )
      }
    </EditDialog>
  );
}

/** The earlier mails of the document, the latest first. */
const History = ({ correos }: Pick<CorreosDeDocumento, 'correos'>) =>
  correos.length === 0 ? null : (
    <dl className={form.facts} aria-label="Correos de este comprobante">
      {correos.map(({ id, para, creado, estado, detalle }) => (
        <div key={id}>
          <dt>
            {formatMoment(creado)} · {estados[estado]}
            {detalle && `: ${detalle}`}
          </dt>
          <dd>{para}</dd>
        </div>
      ))}
    </dl>
  );
