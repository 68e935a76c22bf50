import { useEffect, useRef } from 'react';
import { sharedValue } from '../lib/shared-value.ts';
import styles from './toast.module.css';

interface Toast {
  readonly id: number;
  readonly message: string;
  readonly tone: 'ok' | 'bad';
}

const shownMs = 5_000; // specification 001 §9
const most = 3;
const toasts = sharedValue<readonly Toast[]>([]);
let lastId = 0;

/** How long the toasts of the configuration screens stay (specification 000 §9). */
export const brieflyMs = 2_000;

/**
 * Shows a confirmation, for five seconds by default. An error that must be read goes in a banner, not only in a toast.
 */
export function toast(message: string, tone: Toast['tone'] = 'ok', forMs = shownMs): void {
  lastId += 1;
  const id = lastId;
  toasts.set([...toasts.get(), { id, message, tone }].slice(-most));
  setTimeout(() => toasts.set(toasts.get().filter((one) => one.id !== id)), forMs);
}

const carriedKey = 'aviso';

/** Shows a toast that stays visible even if the next address loads a new document, such as `/cuentas-mapping`. */
export function carryToast(message: string, tone: Toast['tone']): void {
  toast(message, tone);
  sessionStorage.setItem(carriedKey, JSON.stringify({ message, tone }));
  setTimeout(() => sessionStorage.removeItem(carriedKey), shownMs);
}

/** Shows the toast carried over from the previous document, once. */
function takeCarried(): void {
  const carried = sessionStorage.getItem(carriedKey);
  if (carried === null) return;
  sessionStorage.removeItem(carriedKey);
  const { message, tone } = JSON.parse(carried) as Pick<Toast, 'message' | 'tone'>;
  toast(message, tone);
}

/** The place where toasts are rendered: above everything, including dialogs. */
export function Toasts() {
  const shown = toasts.use();
  const place = useRef<HTMLDivElement>(null);
  useEffect(takeCarried, []);
  useEffect(() => {
    place.current?.hidePopover();
    if (shown.length > 0) place.current?.showPopover(); // shown last, it is above a dialog opened before
  }, [shown]);

  return (
    <div ref={place} popover="manual" className={styles.toasts} role="status">
      {shown.map(({ id, message, tone }) => (
        <p key={id} className={styles.toast} data-tone={tone}>
          {message}
        </p>
      ))}
    </div>
  );
}
