import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { dayOf } from '../words.ts';
import { parseCell } from './cell-value.ts';
import type { AnswerField } from './fields.ts';

interface Props {
  field: AnswerField;
  label: string;
  value: string | undefined;
  disabled?: boolean;
  /** Called once the value is complete: for a code when it is selected, for other fields when the focus leaves them. */
  onValue: (value: string | null) => void;
}

const hints = { date: 'dd/mm/aaaa', amount: '0.00' } as const;

/** An answer as a field of a form: in the card, in the drawer, in the bulk dialog. */
export function FieldInput({ field, label, value = '', disabled = false, onValue }: Props) {
  const shown = field.kind === 'amount' ? value && formatAmount(value) : field.kind === 'date' ? dayOf(value) : value;
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  if (field.codes)
    return (
      <NativeSelect
        label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onValue(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        data={[
          { value: '', label: 'Sin respuesta' },
          ...Object.entries(field.codes).map(([code, meaning]) => ({ value: code, label: `${code} · ${meaning}` })),
        ]}
      />
    );

  function settle() {
    if (typed === undefined || typed === shown) return setTyped(undefined);
    const parsed = parseCell(field, typed);
    setFault(parsed.ok ? undefined : parsed.fault);
    if (!parsed.ok) return;
    setTyped(undefined);
    onValue(parsed.value);
  }

  return (
    <TextInput
      label={label}
      disabled={disabled}
      placeholder={field.kind === 'date' || field.kind === 'amount' ? hints[field.kind] : ''}
      inputMode={field.kind === 'amount' ? 'decimal' : field.kind === 'date' ? 'numeric' : 'text'}
      autoComplete="off"
      maxLength={120}
      value={typed ?? shown}
      error={fault}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setFault(undefined);
      }}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
    />
  );
}
