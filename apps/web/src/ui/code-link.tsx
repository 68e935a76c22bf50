import { Link } from '@tanstack/react-router';
import { explica, parteDe } from '@timbre/enciclopedia/direccion';
import text from './text.module.css';

interface Props {
  /** Such as `ECF-RNC-01` or a message code of the DGII. */
  of: string | undefined;
}

/**
 * A link from a code to its article; renders nothing if there is none. It opens a new window, so that unsaved work
 * stays open.
 */
export const CodeLink = ({ of = '' }: Props) =>
  explica(of) && (
    <Link
      to="/enciclopedia/$codigo"
      params={{ codigo: parteDe(of) }}
      target="_blank"
      className={text.link}
      title="Qué significa este código (se abre en otra ventana)"
    >
      {of}
    </Link>
  );
