import { formatCounted } from '../../../lib/format.ts';
import { CodeLink } from '../../../ui/code-link.tsx';
import styles from '../borradores.module.css';
import { useDraft } from '../draft-store.ts';

const mostShown = 8;

/** What is missing or wrong, once the draft was to be issued: each leads to its field. */
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
        {all.slice(0, mostShown).map(({ path, code, message }) => (
          <li key={`${path} ${code}`}>
            <button type="button" onClick={() => focusField(path)}>
              {message}
            </button>{' '}
            <CodeLink of={code} />
          </li>
        ))}
        {all.length > mostShown && <li>Y {all.length - mostShown} más.</li>}
      </ul>
    </section>
  );
}

/** Focuses the field of an element or, where it has none, the first of the elements that contain it. */
function focusField(path: string): void {
  for (let at = path; at !== ''; at = at.replace(/(^|\.)[^.]*$/, '')) {
    const field = document.getElementById(at) ?? document.querySelector<HTMLElement>(`[id^="${CSS.escape(at)}."]`);
    if (!field) continue;
    field.closest('details')?.setAttribute('open', '');
    field.scrollIntoView({ block: 'center' });
    field.focus();
    return;
  }
}
