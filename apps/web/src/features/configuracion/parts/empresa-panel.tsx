import { NativeSelect, TextInput } from '@mantine/core';
import { formatTaxId } from '@timbre/values';
import { useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Panel } from '../../../ui/panel.tsx';
import styles from '../configuracion.module.css';
import { ambientesDelSelect } from '../general.ts';
import type { PanelProps } from '../panel-props.ts';
import { AmbienteDialog } from './ambiente-dialog.tsx';

interface Props extends PanelProps {
  /** The environment to ask for when it is saved; undefined: none. */
  nuevoAmbiente: string | undefined;
  /** The Secret Key as it was typed, '' where it was not. */
  secretKey: string;
  onAmbiente: (ambiente: string | undefined) => void;
}

/** Who the company is, and the environment that it works in. */
export function EmpresaPanel({ configuracion, refusal, nuevoAmbiente, secretKey, onAmbiente }: Props) {
  const { rncEmisor, razonSocial, ambiente, aprobacionPendiente } = configuracion;
  const [asked, setAsked] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const requested = aprobacionPendiente ? configuracion.nuevoAmbiente : undefined;
  const chosen = nuevoAmbiente ?? requested ?? ambiente;

  function choose(next: string) {
    setFailure(undefined);
    if (next === (requested ?? ambiente)) onAmbiente(undefined);
    else setAsked(next);
  }

  return (
    <Panel title="Empresa y ambiente">
      <div className={styles.body}>
        <TextInput label="RNC del Emisor" value={formatTaxId(rncEmisor)} readOnly />
        <TextInput label="Razón Social" value={razonSocial} readOnly />
        <NativeSelect
          label="Ambiente"
          description={chosen === ambiente ? undefined : `Hoy trabaja en ${ambiente}`}
          value={chosen}
          disabled={refusal !== undefined}
          title={refusal}
          data={ambientesDelSelect.map((value) => ({
            value,
            label: value,
            // A request is replaced by another, never by none: whoever received it answers it.
            disabled: requested !== undefined && value === ambiente,
          }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {failure && <Banner onDismiss={() => setFailure(undefined)}>{failure}</Banner>}
        {(requested ?? nuevoAmbiente) && (
          <Banner tone="warn" title="Cambio de ambiente pendiente de aprobación.">
            {nuevoAmbiente
              ? 'La solicitud se envía al guardar la configuración.'
              : `De ${ambiente} a ${requested}. Mientras tanto se sigue trabajando en ${ambiente}.`}
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
