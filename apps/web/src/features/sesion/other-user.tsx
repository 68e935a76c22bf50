import styles from './login-screen.module.css';

/** Returns from the second step of a login to the first. */
export const OtherUser = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className={styles.link} onClick={onClick}>
    Entrar con otro usuario
  </button>
);
