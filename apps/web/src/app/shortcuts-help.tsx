import { Dialog } from '../ui/dialog.tsx';
import styles from './palette.module.css';
import { useShortcutList } from './shortcuts.ts';

/** The list of keyboard shortcuts. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcutList();
  return (
    <Dialog title="Atajos de teclado" width={420} onClose={onClose}>
      <dl className={styles.shortcuts}>
        {shortcuts.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
