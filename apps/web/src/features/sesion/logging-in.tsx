import styles from './login-screen.module.css';

/** Covers the form while the login call is in flight. */
export function LoggingIn() {
  return (
    <div className={styles.overlay} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      Iniciando sesión...
    </div>
  );
}
