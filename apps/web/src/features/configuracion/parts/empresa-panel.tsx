import { Button, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { displayAmbiente } from '@timbre/contract/tables';
import { formatTaxId } from '@timbre/values';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast.tsx';
import { WithHelp } from '../../ayuda/shared.tsx';
import { retirarSolicitud } from '../api.ts';
import styles from '../configuracion.module.css';
import { ambientesDelSelect } from '../general.ts';
import type { PanelProps } from '../panel-props.ts';
import type { Parte } from '../search.ts';
import { AmbienteDialog } from './ambiente-dialog.tsx';

const parte: Parte = 'ambiente';

interface Props extends PanelProps {
  /** The environment to request on saving; undefined for none. */
  nuevoAmbiente: string | undefined;
  /** The typed Secret Key; '' if it was not typed. */
  secretKey: string;
  onAmbiente: (ambiente: string | undefined) => void;
}

/** The data of the company and its environment. */
export function EmpresaPanel({ configuracion, refusal, nuevoAmbiente, secretKey, onAmbiente }: Props) {
  const { rncEmisor, razonSocial, ambiente, aprobacionPendiente, solicitud } = configuracion;
  const client = useQueryClient();
  const [asked, setAsked] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const requested = aprobacionPendiente ? configuracion.nuevoAmbiente : undefined;
  const chosen = nuevoAmbiente ?? requested ?? ambiente;

  const withdraw = useMutation({
    mutationFn: () => retirarSolicitud({}),
    onSuccess: () => toast('Solicitud retirada'),
    onError: (error) => setFailure(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['configuracion'] }),
  });

  function choose(next: string) {
    setFailure(undefined);
    if (next === (requested ?? ambiente)) onAmbiente(undefined);
    else setAsked(next);
  }

  return (
    <Panel id={parte} title="Empresa y ambiente">
      <div className={styles.body}>
        <dl className={styles.facts}>
          <dt>RNC del Emisor</dt>
          <dd>{formatTaxId(rncEmisor)}</dd>
          <dt>Razón Social</dt>
          <dd>{razonSocial}</dd>
        </dl>
        <WithHelp of="ambiente">
          <NativeSelect
            label="Ambiente"
            description={chosen === ambiente ? undefined : `Ambiente actual: ${displayAmbiente(ambiente)}`}
            value={chosen}
            disabled={refusal !== undefined}
            title={refusal}
            data={ambientesDelSelect.map((value) => ({
              value,
              label: displayAmbiente(value),
              // A pending request is replaced by a new one. Withdrawing it has its own button.
              disabled: requested !== undefined && value === ambiente,
            }))}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        </WithHelp>
        {failure && <Banner onDismiss={() => setFailure(undefined)}>{failure}</Banner>}
        {solicitud?.estado === 'rechazada' && !nuevoAmbiente && (
          <Banner tone="warn" title={`El cambio a ${displayAmbiente(solicitud.nuevoAmbiente)} fue rechazado.`}>
            {solicitud.motivo ?? 'No se indicó el motivo.'}
          </Banner>
        )}
        {(requested ?? nuevoAmbiente) && (
          <Banner
            tone="warn"
            title="Cambio de ambiente pendiente de aprobación."
            action={
              requested &&
              !nuevoAmbiente && (
                <Button
                  disabled={refusal !== undefined}
                  title={refusal}
                  loading={withdraw.isPending}
                  onClick={() => withdraw.mutate()}
                >
                  Retirar solicitud
                </Button>
              )
            }
          >
            {nuevoAmbiente
              ? 'La solicitud se envía al guardar la configuración.'
              : `De ${displayAmbiente(ambiente)} a ${displayAmbiente(requested ?? '')}. Mientras se aprueba, la empresa sigue en ${displayAmbiente(ambiente)}.`}
          </Banner>
        )}
      </div>
      {asked && (
        <AmbienteDialog
          configuracion={configuracion}
          nuevoAmbiente={asked}
          typed={secretKey}
          onValid={() => {
            setAsked(undefined);
            onAmbiente(asked);
          }}
          onRefused={(reason) => {
            setAsked(undefined);
            setFailure(reason);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Panel>
  );
}
