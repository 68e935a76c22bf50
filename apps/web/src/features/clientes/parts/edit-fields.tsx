import { FileInput, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { formatTaxId } from '@timbre/values';
import { Suspense } from 'react';
import type { FaultOf } from '../../../lib/datos-empresa.ts';
import { formatDay } from '../../../lib/format.ts';
import { NewPasswordFields } from '../../../ui/new-password.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DatosFields } from '../../empresa/shared.ts';
import { ambientes } from '../ambientes.ts';
import type { Cliente } from '../api.ts';
import type { Draft, faultsOf } from '../draft.ts';
import styles from './edit-modal.module.css';

interface Props {
  cliente: Cliente;
  draft: Draft;
  faults: ReturnType<typeof faultsOf>;
  /** The errors with which the server refused the data of the company, by field. */
  faultOfDato: FaultOf;
  onChange: (part: Partial<Draft>) => void;
}

/** The fields of a company, each with its error. */
export const EditFields = ({ cliente, draft, faults, faultOfDato, onChange }: Props) => (
  <>
    <TextInput label="RNC" value={formatTaxId(cliente.rnc)} readOnly />
    <NativeSelect
      label="Ambiente"
      value={draft.ambiente}
      data={ambientes}
      onChange={(event) => onChange({ ambiente: event.currentTarget.value })}
    />
    <TextInput
      className={styles.wide}
      label="Razón social"
      maxLength={150}
      data-autofocus
      value={draft.razonSocial}
      error={faults.razonSocial}
      onChange={(event) => onChange({ razonSocial: event.currentTarget.value })}
    />
    <TextInput
      label="ID externo"
      maxLength={100}
      autoComplete="off"
      value={draft.id_externo}
      onChange={(event) => onChange({ id_externo: event.currentTarget.value })}
    />
    <TextInput label="API Key" value={cliente.apiKey} placeholder="No tiene" readOnly />
    <fieldset className={styles.group}>
      <legend>Certificado digital</legend>
      <p className={styles.wide}>{certificateWords(cliente)}</p>
      <FileInput
        label="Certificado (.pfx)"
        accept=".pfx"
        placeholder="Elegir archivo"
        leftSection={<IconUpload size={16} />}
        value={draft.certificado}
        error={faults.certificado}
        onChange={(certificado) => onChange({ certificado })}
      />
      <PasswordInput
        label="Contraseña del certificado"
        autoComplete="off"
        maxLength={200}
        value={draft.certificadoPass}
        error={faults.certificadoPass}
        onChange={(event) => onChange({ certificadoPass: event.currentTarget.value })}
      />
    </fieldset>
    <details className={styles.wide}>
      <summary className={styles.summary}>Datos de la empresa en sus comprobantes</summary>
      <Suspense fallback={<Skeleton rows={3} height={60} />}>
        <DatosFields
          form={draft.datos}
          faultOf={faultOfDato}
          onChange={(datos) => onChange({ datos: { ...draft.datos, ...datos } })}
        />
      </Suspense>
    </details>
    <fieldset className={styles.group}>
      <legend>Contraseña de su primer usuario</legend>
      {cliente.UsuarioID === null ? (
        <p className={styles.wide}>La empresa no tiene usuarios.</p>
      ) : (
        <>
          <p className={styles.wide}>
            Déjela en blanco para conservar la actual. Al cambiarla se cierran sus sesiones.
          </p>
          <NewPasswordFields
            labels={['Nueva contraseña', 'Confirmar nueva contraseña']}
            value={draft}
            faults={faults}
            about={[cliente.rnc]}
            onChange={onChange}
          />
        </>
      )}
    </fieldset>
  </>
);

const certificateWords = ({ certificado }: Cliente): string => {
  if (!certificado) return 'No tiene certificado cargado.';
  return `${certificado.archivo}, de ${certificado.titular}, ${certificado.vencido ? 'venció' : 'válido hasta'} el ${formatDay(certificado.validoHasta)}.`;
};
