import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { digitosDeRangoNC } from '@timbre/contract/tables';
import { useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { type Draft, faultsOf, previewOf, type Row } from '../rangos.ts';
import styles from './rango-row.module.css';
import { ReasonedButton } from './reasoned-button.tsx';

interface Props {
  row: Row;
  /** Why it cannot be edited. */
  refusal: string | undefined;
  /** Why it cannot be saved. */
  reason: string | undefined;
  /** The error of the last save. */
  failure: string | undefined;
  saving: boolean;
  onChange: (draft: Draft) => void;
  onSave: () => void;
  onRefused: (reason: string) => void;
  onRemove: () => void;
}

type Field = Exclude<keyof Draft, 'activo'>;

/** A range with its fields, a preview of its numbers, and the error next to each field. */
export function RangoRow(props: Props) {
  const { row, refusal, reason, failure, saving, onChange, onSave, onRefused, onRemove } = props;
  const { draft, stored } = row;
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [tried, setTried] = useState(false);
  const faults = faultsOf(draft);
  const name = draft.prefijo || 'nuevo';

  /** The common props of a field. An error is shown after the field lost the focus, or after an attempt to save. */
  const field = (of: Field & keyof typeof faults, label: string) => ({
    label,
    value: draft[of],
    disabled: refusal !== undefined,
    error: left.has(of) || stored || tried ? faults[of] : undefined,
    onBlur: () => setLeft((now) => new Set(now).add(of)),
  });
  const digits = (of: 'desde' | 'hasta' | 'ultimoUtilizado', label: string) => ({
    ...field(of, label),
    inputMode: 'numeric' as const,
    maxLength: 10,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onChange({ ...draft, [of]: event.currentTarget.value.replace(/\D/g, '') }),
  });

  return (
    <li className={styles.row}>
      <fieldset className={styles.fields} aria-label={`Rango ${name}`}>
        <TextInput
          {...field('prefijo', 'Prefijo')}
          placeholder="E34, B04, NC"
          maxLength={10}
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => onChange({ ...draft, prefijo: event.currentTarget.value.toUpperCase() })}
        />
        <NativeSelect
          {...field('cantidadDigitos', 'Dígitos')}
          data={digitosDeRangoNC.map(String)}
          onChange={(event) => onChange({ ...draft, cantidadDigitos: event.currentTarget.value })}
        />
        <TextInput {...digits('desde', 'Desde')} />
        <TextInput {...digits('hasta', 'Hasta')} />
        <TextInput {...digits('ultimoUtilizado', 'Último utilizado')} />
        <TextInput
          className={styles.wide ?? ''}
          label="Descripción"
          placeholder="Opcional"
          maxLength={100}
          disabled={refusal !== undefined}
          value={draft.descripcion}
          onChange={(event) => onChange({ ...draft, descripcion: event.currentTarget.value })}
        />
      </fieldset>
      {failure && <Banner>{failure}</Banner>}
      <div className={styles.foot}>
        <Preview draft={draft} />
        <Switch
          label="Activo"
          disabled={refusal !== undefined}
          checked={draft.activo}
          onChange={(event) => onChange({ ...draft, activo: event.currentTarget.checked })}
        />
        <Button
          disabled={refusal !== undefined}
          title={refusal}
          aria-label={`Eliminar rango ${name}`}
          onClick={onRemove}
        >
          Eliminar
        </Button>
        <ReasonedButton
          reason={reason}
          loading={saving}
          label={`Guardar rango ${name}`}
          onClick={onSave}
          onRefused={(reason) => {
            setTried(true);
            onRefused(reason);
          }}
        >
          Guardar
        </ReasonedButton>
      </div>
    </li>
  );
}

function Preview({ draft }: { draft: Draft }) {
  const preview = previewOf(draft);
  if (!preview) return <p className={styles.preview}>Complete el rango para ver cómo quedan sus números</p>;
  return (
    <p className={styles.preview}>
      <span>
        {preview.primero} … {preview.ultimo}
      </span>
      {preview.siguiente ? (
        <span>
          Siguiente: <b>{preview.siguiente}</b>
        </span>
      ) : (
        <Chip tone="bad">Agotado</Chip>
      )}
    </p>
  );
}
