import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSesion } from '../../../lib/use-sesion.ts';
import text from '../../../ui/text.module.css';
import { doneBy, type Task } from '../aviso-tasks.ts';
import styles from './task-link.module.css';

interface Props extends Pick<Task, 'link'> {
  /** Whether the user's menu has a screen. */
  reaches: (ruta: string) => boolean;
  /** The next task. */
  primary?: boolean;
}

/** The button that opens the screen of a task. If this user may not do it, a text states who may. */
export function TaskLink({ link, reaches, primary = false }: Props) {
  const { puede } = useSesion();
  if (!puede(doneBy[link.to])) return <span className={text.quiet}>Lo hace un administrador</span>;
  if (!reaches(link.to)) return null;
  return (
    <Button
      className={styles.action ?? ''}
      variant={primary ? 'filled' : 'default'}
      renderRoot={(props) =>
        link.to === '/configuracion' ? (
          <Link {...props} to={link.to} search={link.search} />
        ) : link.to === '/facturas' ? (
          <Link {...props} to={link.to} search={link.search} />
        ) : (
          <Link {...props} to={link.to} search={link.search} />
        )
      }
    >
      {link.action}
    </Button>
  );
}
