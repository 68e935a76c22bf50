import styles from './segmented.module.css';

interface Props<Value extends string> {
  /** The accessible name of the choice. */
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  /** If the value is none of the options, no segment is pressed. */
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** A segmented control: a few choices side by side, one of them current. */
export const Segmented = <Value extends string>({ label, options, value, onChange }: Props<Value>) => (
  <fieldset className={styles.segments} aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </fieldset>
);
