import { IconChevronDown } from '@tabler/icons-react';
import styles from './row-select.module.css';

interface Props<Value extends string> {
  /** The field and the row: `Rol de Ana`. */
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  /** Why the value cannot be changed; the control is then disabled. */
  refusal?: string | undefined;
  onChange: (value: Value) => void;
}

/** A select in a table row. A native control, for speed: tables render hundreds of them while they scroll. */
export const RowSelect = <Value extends string>({ label, value, options, refusal, onChange }: Props<Value>) => (
  <span className={styles.place} title={refusal}>
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      disabled={refusal !== undefined}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <IconChevronDown size={14} aria-hidden="true" />
  </span>
);
