import type { Icon } from '@tabler/icons-react';
import styles from './icon-button.module.css';
import { toast } from './toast.tsx';

interface Props {
  icon: Icon;
  /** The action and its object: `Descargar el XML de E310000000005`. */
  label: string;
  /** Why it is not available, shown on hover and on click. */
  reason?: string | undefined;
  onClick: () => void;
}

/** An action shown as an icon. A native button, for speed: tables render hundreds of them while they scroll. */
export const IconButton = ({ icon: Icon, label, reason, onClick }: Props) => (
  <button
    type="button"
    className={styles.button}
    aria-label={label}
    aria-disabled={reason !== undefined}
    title={reason ?? label}
    onClick={reason === undefined ? onClick : () => toast(reason, 'bad')}
  >
    <Icon size={18} stroke={1.7} aria-hidden="true" />
  </button>
);
