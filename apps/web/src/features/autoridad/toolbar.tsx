import type { ReactNode } from 'react';
import { AuthPanel } from './auth-panel.tsx';
import styles from './toolbar.module.css';

/**
 * The state of the authority at the left, the actions on the whole workbook at the right. With actions it stays visible
 * while the page scrolls.
 */
export const Toolbar = ({ children }: { children?: ReactNode }) => (
  <div className={styles.toolbar} data-sticky={children !== undefined}>
    <AuthPanel />
    {children && <div className={styles.actions}>{children}</div>}
  </div>
);
