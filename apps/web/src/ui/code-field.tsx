import { useId } from 'react';
import styles from './code-field.module.css';

interface Props {
  /** Six digits of the authenticator application, or a recovery code. */
  kind: 'aplicacion' | 'recuperacion';
  value: string;
  /** The error of the field. */
  error?: string | undefined;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

const kinds = {
  aplicacion: {
    label: 'Código de 6 dígitos',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    placeholder: '000 000',
  },
  recuperacion: { label: 'Código de recuperación', inputMode: 'text', autoComplete: 'off', placeholder: 'xxxxx-xxxxx' },
} as const;

/**
 * The field of a code, in large type so that it can be compared with the telephone. It does not use Mantine: the login
 * screen also uses it.
 */
export function CodeField({ kind, value, error, autoFocus, onChange }: Props) {
  const id = useId();
  const { label, inputMode, autoComplete, placeholder } = kinds[kind];
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name="codigo"
        inputMode={inputMode}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholder}
        maxLength={20}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        data-autofocus={autoFocus || undefined}
        // biome-ignore lint/a11y/noAutofocus: the field appears because a code is required
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error && (
        <p id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
