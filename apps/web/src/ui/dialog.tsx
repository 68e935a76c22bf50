import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';
import text from './text.module.css';

interface Props {
  title: string;
  /** For content with its own heading: the title is exposed only to screen readers. */
  titleHidden?: boolean;
  /** Maximum width, in px. */
  width?: number;
  /** A click outside closes it. It never closes a dialog with a form, whose input would be lost. */
  closesOutside?: boolean;
  /** Its position does not move when its content changes height. */
  atTop?: boolean;
  /** It fills the right side of the window. */
  atSide?: boolean;
  /** Buttons next to the close button. */
  actions?: ReactNode;
  /** Only its content can close it: it has no close button, and Escape does nothing. */
  stays?: boolean;
  /** Called before the user closes it: false keeps it open. */
  mayClose?: () => boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog over the page, open while it is mounted. The browser traps the focus and closes it with Escape. The
 * focus starts at `data-autofocus`, if there is one, and returns to where it was.
 */
export function Dialog(props: Props) {
  const { title, titleHidden = false, width = 480, stays = false, atTop = false, closesOutside = !stays } = props;
  const { atSide = false, actions } = props;
  const { mayClose = always, onClose, children } = props;
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
      data-top={atTop}
      data-side={atSide}
      style={{ maxWidth: atSide ? width : `min(${width}px, 100vw - 24px)` }}
      aria-labelledby={titleId}
      // The browser closes it at a second Escape, even when the first was cancelled.
      onClose={(event) => {
        // React bubbles the event of a nested dialog up to this one.
        if (event.target !== dialog.current) return;
        if (stays) dialog.current.showModal();
        else onClose();
      }}
      onCancel={(event) => {
        if (event.target === dialog.current && (stays || !mayClose())) event.preventDefault();
      }}
      onClick={(event) => {
        if (event.target !== dialog.current) return;
        if (closesOutside && dialog.current.querySelector('form') === null) dialog.current.close();
      }}
    >
      <div className={styles.content}>
        <div className={titleHidden ? text.hidden : styles.head}>
          <h2 id={titleId}>{title}</h2>
          {actions && <span>{actions}</span>}
          {!titleHidden && !stays && (
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
