import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import form from '../../../ui/form.module.css';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import type { Comprobante } from '../api.ts';
import styles from '../reportes.module.css';
import { FieldInput } from './field-input.tsx';
import { type AnswerField, mayAnswer } from './fields.ts';

interface Props {
  fields: readonly AnswerField[];
  rows: readonly Comprobante[];
  onPut: (key: string, value: string | null) => void;
  onClose: () => void;
}

/** The same answer for all selected receipts. */
export function BulkDialog({ fields, rows, onPut, onClose }: Props) {
  const [key, setKey] = useState(fields[0]?.key ?? '');
  const [value, setValue] = useState<string | null>(null);
  const field = fields.find((one) => one.key === key);
  const able = rows.filter((row) => mayAnswer(row, key));
  const left = rows.length - able.length;
  return (
    <EditDialog
      title={`Poner en las ${formatCount(rows.length)} seleccionadas`}
      changed={value !== null}
      onClose={onClose}
    >
      {(leave) => (
        <div className={styles.form}>
          <NativeSelect
            label="Casilla"
            data-autofocus
            value={key}
            data={fields.map((one) => ({ value: one.key, label: one.name }))}
            onChange={(event) => {
              setKey(event.currentTarget.value);
              setValue(null);
            }}
          />
          {field && <FieldInput key={key} field={field} label="Valor" value={value ?? undefined} onValue={setValue} />}
          {left > 0 && (
            <p>{`${formatCount(left)} de ellas no lo admiten: el comprobante ya lo dice, o está excluido. Quedan como están.`}</p>
          )}
          <div className={form.actions}>
            <Button onClick={leave}>Cancelar</Button>
            <Button
              disabled={able.length === 0}
              onClick={() => {
                onPut(key, null);
                onClose();
              }}
            >
              Quitar la respuesta
            </Button>
            <Button
              variant="filled"
              disabled={value === null || able.length === 0}
              onClick={() => {
                onPut(key, value);
                onClose();
              }}
            >
              {`Poner en ${formatCount(able.length)}`}
            </Button>
          </div>
        </div>
      )}
    </EditDialog>
  );
}
