import styles from './segmented.module.css';

interface Props<Value extends string> {
  /** What is chosen, for those who hear it. */
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  /** None is pressed while it is none of them. */
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** A few choices side by side, one in force: each is a press away. */
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
