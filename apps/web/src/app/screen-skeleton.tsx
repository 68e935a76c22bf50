import { Skeleton } from '../ui/skeleton.tsx';
import styles from './shell.module.css';

/** Grey placeholder shown while the code of a screen loads: its title and its content. */
export const ScreenSkeleton = () => (
  <div className={styles.pending}>
    <Skeleton height={32} />
    <Skeleton rows={6} />
  </div>
);
