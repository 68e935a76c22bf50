import { fedBehind, boxes as formBoxes } from '@timbre/reports';
import { useState } from 'react';
import { formatAmount, formatCounted } from '../../../lib/format.ts';
import card from '../../../ui/card.module.css';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import type { Casilla } from '../api.ts';
import { parseCell } from '../grid/cell-value.ts';
import { wordsOfMark } from '../marks.ts';
import styles from '../reportes.module.css';
import { HeadRow } from './head-row.tsx';

interface Props {
  label: string;
  boxes: readonly Casilla[];
  /** Ids of the boxes, of any table, that receipts feed. */
  fed: ReadonlySet<string>;
  /** Why no box may be filled by hand; undefined if it may. */
  refusal: string | undefined;
  onOpen: (box: Casilla) => void;
  onAnswer: (id: string, valor: string | null) => Promise<unknown>;
}

/** Boxes of a form. Each states its origin, opens the receipts behind it, or is filled by hand. */
export const BoxTable = ({ label, boxes, fed, refusal, onOpen, onAnswer }: Props) => (
  <section className={card.card}>
    <div className={styles.scroll}>
      <table className={`${styles.plain} ${styles.boxes}`} aria-label={label}>
        <HeadRow of={['Casilla', 'Concepto', { right: 'Valor' }, 'De dónde sale']} />
        <tbody>
          {boxes.map((box) => (
            <tr key={box.id}>
              <td>{box.id}</td>
              <th scope="row">{box.nombre}</th>
              <td data-right="true">
                {isManual(box) ? (
                  <ManualBox box={box} refusal={refusal} onAnswer={onAnswer} />
                ) : (
                  formatAmount(box.valor)
                )}
              </td>
              <td>
                <Origin box={box} fed={fed} onOpen={onOpen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);

/** Whether receipts feed a box computed from others. A saved report may have boxes that the form no longer has. */
function isFedBy({ id }: Casilla, fed: Props['fed']): boolean {
  const box = formBoxes.get(id);
  return box !== undefined && fedBehind(box).some((one) => fed.has(one.id));
}

/** Whether the user fills it: nothing feeds it. */
const isManual = ({ marca, filas, formula }: Casilla): boolean =>
  marca === 'pendiente' || (marca === 'respondido' && filas === 0 && formula === null);

function Origin({ box, fed, onOpen }: { box: Casilla } & Pick<Props, 'fed' | 'onOpen'>) {
  const receipts = (words: string) => (
    <button type="button" className={`${text.link} ${styles.linkButton}`} onClick={() => onOpen(box)}>
      {words}
      <span className={text.hidden}>{` de la casilla ${box.id}`}</span>
    </button>
  );
  if (box.filas > 0) return receipts(formatCounted(box.filas, 'comprobante'));
  if (box.formula !== null)
    return (
      <span className={text.quiet}>
        {box.formula}
        {isFedBy(box, fed) && <span className={styles.together}> ({receipts('comprobantes')})</span>}
      </span>
    );
  if (box.marca === 'pendiente') return <span className={text.quiet}>Se llena a mano</span>;
  if (box.marca === 'calculado') return <span className={text.quiet}>Ningún comprobante</span>;
  const { words, tone } = wordsOfMark(box.marca);
  return <Chip tone={tone}>{words}</Chip>;
}

/** A box filled by hand. The typed value is saved when the field loses the focus. */
function ManualBox({ box, refusal, onAnswer }: { box: Casilla } & Pick<Props, 'refusal' | 'onAnswer'>) {
  const shown = box.marca === 'respondido' ? formatAmount(box.valor) : '';
  const [typed, setTyped] = useState(shown);
  const [saved, setSaved] = useState(shown);
  const parsed = parseCell({ kind: 'amount' }, typed);

  async function save() {
    if (typed === saved || !parsed.ok) return;
    try {
      await onAnswer(box.id, parsed.value);
      const settled = parsed.value === null ? '' : formatAmount(parsed.value);
      setTyped(settled);
      setSaved(settled);
    } catch {
      // The view shows the reason. The typed value stays, and is saved again when the field next loses the focus.
    }
  }

  return (
    <input
      className={styles.box}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      aria-label={`Casilla ${box.id}: ${box.nombre}`}
      aria-invalid={!parsed.ok}
      placeholder="0.00"
      disabled={refusal !== undefined}
      title={refusal ?? (parsed.ok ? undefined : parsed.fault)}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save();
        if (event.key === 'Escape') setTyped(saved);
      }}
    />
  );
}
