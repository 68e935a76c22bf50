import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFiledQuestion } from '../lib/filed-month.ts';
import { useIdentityAsked } from '../lib/identity.ts';
import styles from './shell.module.css';

/**
 * A bar above everything while an action of the user waits for its answer, also where its button is gone or does not
 * show it. Not while the user is asked something first.
 */
export function PendingBar() {
  const running = useIsMutating({ predicate: ({ meta }) => meta?.quiet !== true }) > 0;
  const isAskedWho = useIdentityAsked();
  const isAskedOfFiled = useFiledQuestion() !== undefined;
  const isShown = running && !isAskedWho && !isAskedOfFiled;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) place.current?.showPopover();
    else place.current?.hidePopover();
  }, [isShown]);
  return (
    <div
      ref={place}
      popover="manual"
      className={styles.waiting}
      role="progressbar"
      aria-label="Esperando la respuesta"
    />
  );
}
