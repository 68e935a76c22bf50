import { Link } from '@tanstack/react-router';
import type { DatoDeEmpresa } from '@timbre/contract/tables';
import { formatCounted } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { CodeLink } from '../../../ui/code-link.tsx';
import text from '../../../ui/text.module.css';
import styles from '../borradores.module.css';
import { useDraft } from '../draft-store.ts';
import { focusPlace } from '../fault-place.ts';

const mostShown = 8;

/** The missing or wrong data, shown once the user tried to issue the draft. Each entry leads to its field. */
export function FaultsPanel() {
  const showsAll = useDraft((state) => state.showsAll);
  const faults = useDraft(({ judgement }) => judgement?.faults);
  const refused = useDraft((state) => state.refused);
  const all = [...refused, ...(faults ?? [])].filter(({ isNotice }) => !isNotice);
  if (!showsAll || all.length === 0) return null;
  return (
    <section id="faltas" tabIndex={-1} className={styles.faults} aria-label="Lo que falta para emitir" role="alert">
      <b>{formatCounted(all.length, 'dato por completar o corregir', 'datos por completar o corregir')}</b>
      <ul>
        {all.slice(0, mostShown).map(({ path, code, message, dato }) => (
          <li key={`${path} ${code}`}>
            <button type="button" onClick={() => focusPlace(path)}>
              {message}
            </button>{' '}
            <CodeLink of={code} /> {dato && <CompletarDatos dato={dato} />}
          </li>
        ))}
        {all.length > mostShown && <li>Y {all.length - mostShown} más.</li>}
      </ul>
    </section>
  );
}

/**
 * A link to the field of the company, in a new window: the draft stays open and is judged again once the field is saved
 * there.
 */
function CompletarDatos({ dato }: { dato: DatoDeEmpresa }) {
  const { puede } = useSesion();
  if (!puede('administrar'))
    return <span className={text.quiet}>· Un administrador puede completarlo en los datos de la empresa</span>;
  return (
    <>
      ·{' '}
      <Link to="/configuracion" search={{ dato }} target="_blank" className={text.link} title="Se abre en otra ventana">
        Completar los datos de la empresa
      </Link>
    </>
  );
}
