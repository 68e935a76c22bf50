import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';

interface Props {
  title: string;
  /** Where the content says what it is by itself: the title is only heard. */
  titleHidden?: boolean;
  /** Widest it grows, in px. */
  width?: number;
  /** A click outside closes it. Not where something typed would be lost. */
  closesOutside?: boolean;
  /** Asked when the person would close it: false keeps it open. */
  mayClose?: () => boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog over the page, open while it is mounted. The browser keeps the focus inside and closes it with Escape;
 * the focus begins at `data-autofocus`, where there is one, and goes back to where it was.
 */
export function Dialog(props: Props) {
  const { title, titleHidden = false, width = 480, closesOutside = true, mayClose = always, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click outside does
    <dialog
      ref={dialog}
      className={styles.dialog}
      style={{ maxWidth: `min(${width}px, 100vw - 24px)` }}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        if (event.target === dialog.current && !mayClose()) event.preventDefault();
      }}
      onClick={(event) => {
        if (closesOutside && event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className={styles.content}>
        <div className={titleHidden ? styles.hidden : styles.head}>
          <h2 id={titleId}>{title}</h2>
          {!titleHidden && (
            <button type="button" aria-label="Cerrar" onClick={() => mayClose() && dialog.current?.close()}>
              <IconX size={18} stroke={1.7} aria-hidden="true" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}

const always = () => true;
