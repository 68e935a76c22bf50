import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import actions from '../../../ui/confirm-dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from '../simulacion.module.css';
import type { Result } from '../use-messages.ts';

interface Props {
  result: Result;
  onClose: () => void;
}

/**
 * The result of an action, with its figures. It closes automatically, except while the pointer is over it or once Tab
 * was pressed in it.
 * @source specification 001 §2.6
 */
export function ResultDialog({ result: { title, words, figures, closesAfterMs }, onClose }: Props) {
  const [pointed, setPointed] = useState(false);
  const [pinned, setPinned] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (pointed || pinned) return;
    const timer = setTimeout(() => close.current(), closesAfterMs);
    return () => clearTimeout(timer);
  }, [pointed, pinned, closesAfterMs]);

  return (
    <Dialog title={title} width={420} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointing at it and keys only hold the countdown */}
      <div
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onKeyDown={({ key }) => key === 'Tab' && setPinned(true)}
      >
        {words && <p>{words}</p>}
        <dl className={styles.figures}>
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.hint}>
          {pointed || pinned ? 'Queda abierta hasta que la cierre.' : 'Se cierra sola en unos segundos.'}
        </p>
        <div className={actions.actions}>
          <Button variant="filled" data-autofocus onClick={onClose}>
            Cerrar
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
