import type { ReactNode } from 'react';
import styles from './login-screen.module.css';

interface Props {
  label: string;
  /** The id of the input. */
  id: string;
  /** The error of the field. */
  fault: string | undefined;
  /** The input, with {@link faultProps}. */
  children: ReactNode;
}

/** A field of the login screen with its error. */
export const EntranceField = ({ label, id, fault, children }: Props) => (
  <div className={styles.field}>
    <label htmlFor={id}>{label}</label>
    {children}
    {fault && (
      <p id={`${id}-falta`} role="alert">
        {fault}
      </p>
    )}
  </div>
);

/** The props that link an input to its error. */
export const faultProps = (id: string, fault: string | undefined) => ({
  id,
  'aria-required': true,
  'aria-invalid': fault !== undefined,
  'aria-describedby': fault && `${id}-falta`,
});
