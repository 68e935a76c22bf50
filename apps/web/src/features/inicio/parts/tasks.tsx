import { Chip } from '../../../ui/status-chip.tsx';
import type { Task } from '../aviso-tasks.ts';
import { TaskLink } from './task-link.tsx';
import styles from './tasks.module.css';

interface Props {
  tasks: readonly Task[];
  /** Whether the user's menu has a screen. */
  reaches: (ruta: string) => boolean;
}

/** Tasks, each with the button that opens its screen. */
export const Tasks = ({ tasks, reaches }: Props) => (
  <ul className={styles.tasks}>
    {tasks.map(({ tone, chip, words, link }) => (
      <li key={`${chip}${words}`}>
        <span>
          <Chip tone={tone}>{chip}</Chip> {words}
        </span>
        <TaskLink link={link} reaches={reaches} />
      </li>
    ))}
  </ul>
);
