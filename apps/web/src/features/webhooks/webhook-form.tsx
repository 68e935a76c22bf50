import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { TipoDeWebhook } from '@timbre/contract/tables';
import { useRef, useState } from 'react';
import { Refusal } from '../../lib/api.ts';
import { focusFirstFault } from '../../lib/first-fault.ts';
import { useMutation } from '../../lib/mutation.ts';
import card from '../../ui/card.module.css';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import form from '../../ui/form.module.css';
import { showSecret } from '../../ui/secret-dialog.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { brieflyMs, toast } from '../../ui/toast.tsx';
import { EditDialog } from '../../ui/unsaved-guard.tsx';
import { crearWebhook, type Destino, modificarWebhook, type Webhook } from './api.ts';
import styles from './webhooks.module.css';
import { tipos } from './words.ts';

const empty: Destino = { url: '', descripcion: '', eventos: tipos.map(([tipo]) => tipo), activo: true };

/** Adds a destination, or changes one. The secret of a new one is shown once. */
export function WebhookForm({ webhook, onClose }: { webhook: Webhook | undefined; onClose: () => void }) {
  const client = useQueryClient();
  const before: Destino = webhook ?? empty;
  const [draft, setDraft] = useState<Destino>({
    url: before.url,
    descripcion: before.descripcion,
    eventos: before.eventos,
    activo: before.activo,
  });
  const [tried, setTried] = useState(false);
  const inside = useRef<HTMLFormElement>(null);
  const save = useMutation({
    mutationFn: async () => {
      if (webhook) await modificarWebhook({ params: { id: webhook.id }, body: draft });
      else {
        const { secreto } = await crearWebhook({ body: draft });
        showSecret({ title: 'Webhook creado', name: 'clave de firma', secret: secreto });
      }
    },
    onError: () => focusFirstFault(inside.current),
    onSuccess: () => {
      toast('Webhook guardado correctamente', 'ok', brieflyMs);
      onClose();
      return client.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const change = (part: Partial<Destino>) => {
    save.reset();
    setDraft({ ...draft, ...part });
  };
  const toggle = (tipo: TipoDeWebhook, on: boolean) =>
    change({ eventos: on ? [...draft.eventos, tipo] : draft.eventos.filter((one) => one !== tipo) });
  const refused = save.error instanceof Refusal ? save.error.problem : undefined;
  const refusedUrl = refused?.code === 'webhook/url' ? (refused.detail ?? refused.title) : undefined;
  const noUrl = tried && draft.url === '' ? 'Escriba la dirección de su sistema' : undefined;
  const noEvents = tried && draft.eventos.length === 0 ? 'Elija al menos un evento' : undefined;

  return (
    <EditDialog
      title={webhook ? 'Editar webhook' : 'Nuevo webhook'}
      changed={
        draft.url !== before.url ||
        draft.descripcion !== before.descripcion ||
        draft.eventos !== before.eventos ||
        draft.activo !== before.activo
      }
      onClose={onClose}
    >
      {(leave) => (
        <form
          ref={inside}
          className={card.stack}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (draft.url !== '' && draft.eventos.length > 0) save.mutate();
            else focusFirstFault(event.currentTarget);
          }}
        >
          <TextInput
            label="Dirección (URL)"
            placeholder="https://…"
            inputMode="url"
            autoComplete="off"
            maxLength={500}
            data-autofocus
            value={draft.url}
            error={refusedUrl ?? noUrl}
            onChange={(event) => change({ url: event.currentTarget.value.trim() })}
          />
          <TextInput
            label="Descripción"
            maxLength={100}
            value={draft.descripcion}
            onChange={(event) => change({ descripcion: event.currentTarget.value })}
          />
          <fieldset className={styles.events}>
            <legend>Eventos</legend>
            {tipos.map(([tipo, nombre]) => (
              <Checkbox
                key={tipo}
                label={nombre}
                checked={draft.eventos.includes(tipo)}
                onChange={(event) => toggle(tipo, event.currentTarget.checked)}
              />
            ))}
            {noEvents && <p className={styles.fault}>{noEvents}</p>}
          </fieldset>
          <Switch
            label="Activo"
            checked={draft.activo}
            onChange={(event) => change({ activo: event.currentTarget.checked })}
          />
          <FailureNotice title="No se guardó el webhook" error={refusedUrl === undefined ? save.error : null} />
          <div className={form.actions}>
            <Button onClick={leave}>Cancelar</Button>
            <SubmitButton busy={save.isPending}>Guardar</SubmitButton>
          </div>
        </form>
      )}
    </EditDialog>
  );
}
