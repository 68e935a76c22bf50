import { Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../empresa.module.css';

interface Props {
  /** Label of the first field; the others have a number after it. */
  label: string;
  description?: ReactNode;
  /** Id of the first field. */
  id: string;
  values: readonly string[];
  most: number;
  maxLength: number;
  placeholder?: string;
  inputMode?: 'tel' | 'text';
  /** The label of the button that adds a field. */
  add: string;
  disabled: boolean;
  errorOf: (index: number) => string | undefined;
  onChange: (values: readonly string[]) => void;
  /** Normalises the text when its field loses the focus. */
  settle?: (typed: string) => string;
}

/** A list of short texts, one field each. There is always at least one field. */
export function TextList({ label, description, id, values, most, add, errorOf, onChange, settle, ...field }: Props) {
  const shown = values.length === 0 ? [''] : values;
  const put = (index: number, text: string) => onChange(shown.with(index, text));
  return (
    <div className={styles.list}>
      {shown.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is its place
        <div key={index} className={styles.entry}>
          <TextInput
            {...field}
            id={index === 0 ? id : `${id}-${index + 1}`}
            {...(index === 0 ? { label, description } : { 'aria-label': `${label} ${index + 1}` })}
            autoComplete="off"
            value={value}
            error={errorOf(index)}
            onChange={(event) => put(index, event.currentTarget.value)}
            onBlur={() => settle && settle(value) !== value && put(index, settle(value))}
          />
          {index > 0 && !field.disabled && (
            <IconButton
              icon={IconTrash}
              label={`Quitar ${label.toLowerCase()} ${index + 1}`}
              onClick={() => onChange(shown.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {!field.disabled && shown.length < most && shown.at(-1) !== '' && (
        <div>
          <Button size="compact-sm" variant="subtle" onClick={() => onChange([...shown, ''])}>
            {add}
          </Button>
        </div>
      )}
    </div>
  );
}
