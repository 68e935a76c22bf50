import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { documentos, ResumenDocumento } from '@timbre/contract';
import { formatTaxId } from '@timbre/values';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatAmount, formatDate } from '../../lib/format.ts';
import { useMutation } from '../../lib/mutation.ts';
import { patchDocumentos } from '../../lib/patch-documentos.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { Banner } from '../../ui/banner.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import form from '../../ui/form.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { EditDialog } from '../../ui/unsaved-guard.tsx';
import { type DocumentoRef, readDocumento, settleVerdict } from './api.ts';
import { readSeenMessages } from './seen-messages.ts';
import { SettleListModal } from './settle-list-modal.tsx';

type Visto = documentos.VeredictoVisto;

/** The verdicts that the portal may show, as options. */
const choices = {
  aceptado: { label: 'Aceptado', visto: { estado: 'aceptado' } },
  aceptado_condicional: { label: 'Aceptado condicional', visto: { estado: 'aceptado_condicional' } },
  rechazado: {
    label: 'Rechazado; el número quedó utilizado',
    visto: { estado: 'rechazado', secuenciaUtilizada: true },
  },
  rechazado_libre: {
    label: 'Rechazado; el número no se utilizó',
    visto: { estado: 'rechazado', secuenciaUtilizada: false },
  },
} as const satisfies Record<string, { label: string; visto: Visto }>;
type Choice = keyof typeof choices;

interface Props {
  documento: DocumentoRef;
  onSettled?: (documento: ResumenDocumento) => void;
  onClose: () => void;
}

/**
 * Records the verdict of an unconfirmed document as the user sees it in the authority's portal, and explains where to
 * look.
 */
export function SettleModal({ documento, onSettled, onClose }: Props) {
  const { id, eNCF } = documento;
  const [chosen, setChosen] = useState<Choice | ''>('');
  const [mensajes, setMensajes] = useState('');
  const [trackId, setTrackId] = useState('');
  const [nota, setNota] = useState('');
  const settle = useMutation({
    mutationFn: (body: Visto) => settleVerdict({ params: { id }, body }),
    onSuccess: (settled) => {
      onSettled?.(settled);
      toast(`Respuesta de ${eNCF} registrada`);
      onClose();
    },
  });

  const [many, setMany] = useState(false);
  if (many) return <SettleListModal onClose={onClose} />;

  const isRejected = chosen === 'rechazado' || chosen === 'rechazado_libre';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === '' || settle.isPending) return;
    const seen = { mensajes: readSeenMessages(mensajes), trackId: trackId.trim(), nota: nota.trim() };
    settle.mutate({
      ...choices[chosen].visto,
      ...(isRejected && seen.mensajes.length > 0 && { mensajes: seen.mensajes }),
      ...(seen.trackId !== '' && { trackId: seen.trackId }),
      ...(seen.nota !== '' && { nota: seen.nota }),
    });
  };

  return (
    <EditDialog
      title={`Confirmar ${eNCF}`}
      width={560}
      changed={`${chosen}${mensajes}${trackId}${nota}` !== '' && !settle.isSuccess}
      onClose={onClose}
    >
      {(leave) => (
        <form className={form.form} onSubmit={submit}>
          <LookUp id={id} />
          <NativeSelect
            label="Qué muestra la DGII"
            value={chosen}
            data-autofocus
            onChange={(event) => setChosen(event.currentTarget.value as Choice | '')}
            data={[
              { value: '', label: 'Elija…' },
              ...Object.entries(choices).map(([value, { label }]) => ({ value, label })),
            ]}
          />
          {isRejected && (
            <Textarea
              label="Mensajes de la DGII"
              description={
                chosen === 'rechazado_libre'
                  ? 'Uno por línea, con su código si lo muestra. El número queda libre solo si la causa del rechazo lo permite'
                  : 'Uno por línea, con su código si lo muestra'
              }
              autosize
              minRows={2}
              maxRows={6}
              maxLength={2_000}
              value={mensajes}
              onChange={(event) => setMensajes(event.currentTarget.value)}
            />
          )}
          <TextInput
            label="Track ID"
            description="Si el portal lo muestra"
            maxLength={64}
            value={trackId}
            onChange={(event) => setTrackId(event.currentTarget.value)}
          />
          <TextInput
            label="Nota"
            description="Dónde y cuándo lo vio; queda en la auditoría con su nombre"
            maxLength={500}
            value={nota}
            onChange={(event) => setNota(event.currentTarget.value)}
          />
          <FailureNotice error={settle.error} />
          <div className={form.actions}>
            <Button variant="subtle" onClick={() => setMany(true)}>
              Son varios: pegar la lista
            </Button>
            <Button onClick={leave}>Cancelar</Button>
            <SubmitButton reason={chosen === '' ? 'Elija qué muestra la DGII' : undefined} busy={settle.isPending}>
              Registrar respuesta
            </SubmitButton>
          </div>
        </form>
      )}
    </EditDialog>
  );
}

/** Why the document is unconfirmed, and the data needed to find it in the portal. */
function LookUp({ id }: { id: string }) {
  const { autoridad } = useSesion();
  const { data, error } = useQuery({
    queryKey: ['documentos', id],
    meta: { live: { documento: patchDocumentos } },
    queryFn: ({ signal }) => readDocumento({ params: { id }, signal }),
  });
  if (error) return <Banner>{messageOf(error)}</Banner>;
  if (data === undefined) return <Skeleton rows={4} height={28} />;
  const facts = [
    ['RNC emisor', formatTaxId(data.rncEmisor)],
    ['eNCF', data.eNCF],
    ['Código de seguridad', data.codigoSeguridad],
    ['RNC comprador', data.rncComprador && formatTaxId(data.rncComprador)],
    ['Monto total', `RD$ ${formatAmount(data.monto)}`],
    ['Fecha de emisión', formatDate(data.fecha)],
  ] as const;
  return (
    <>
      <p>
        Se envió a la DGII y no hay respuesta confirmada: un envío anterior pudo haber llegado.{' '}
        {data.mensajes.length > 0 &&
          `La DGII respondió al último: ${data.mensajes.map(({ valor }) => `«${valor}»`).join(', ')}. `}
        Búsquelo en el portal de la DGII ({portal[data.ambiente] ?? data.ambiente}) con estos datos y registre lo que
        muestre. Hasta entonces, no lo emita con otro número.
      </p>
      <dl className={form.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {autoridad === 'dgii' && data.urlQR && (
        <a href={data.urlQR} target="_blank" rel="noreferrer">
          Abrir la consulta del timbre en la DGII
        </a>
      )}
    </>
  );
}

/** The location of the documents of each environment in the portal. */
const portal: Readonly<Record<string, string>> = {
  testecf: 'Oficina Virtual, facturación electrónica, ambiente de pruebas',
  certecf: 'Oficina Virtual, facturación electrónica, ambiente de certificación',
  ecf: 'Oficina Virtual, facturación electrónica',
};
