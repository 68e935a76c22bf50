import { useEffect, useRef, useState } from 'react';
import styles from './entrance.module.css';
import { LoginScreen } from './login-screen.tsx';

/**
 * The login above a screen whose session expired. It hides the screen, whose unsaved text is retained, and disappears
 * after a login here or in another tab.
 */
export function LoginAgain({ notice }: { notice: string | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [title] = useState(() => document.title);

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      document.title = title;
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [title]);

  return (
    <dialog
      ref={dialog}
      className={styles.over}
      aria-label="Iniciar sesión"
      onCancel={(event) => event.preventDefault()}
      // The browser closes it at a second Escape, even when the first was cancelled.
      onClose={() => dialog.current?.showModal()}
    >
      <LoginScreen notice={notice} />
    </dialog>
  );
}
