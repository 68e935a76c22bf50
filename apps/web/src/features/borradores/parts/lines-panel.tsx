import { Button } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import type { TipoECF } from '@timbre/values';
import { type ClipboardEvent, type KeyboardEvent, Suspense, useState } from 'react';
import { formatCounted } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import text from '../../../ui/text.module.css';
import { TermHelp } from '../../ayuda/shared.tsx';
import styles from '../borradores.module.css';
import { emptyLine, items, linesFor, schemaAt } from '../draft.ts';
import { useCount, useDraftStore } from '../draft-store.ts';
import { columnsOf, type LineColumn } from '../line-columns.ts';
import { cellsOf, pasteInto } from '../pasted.ts';
import { listAt, withAt } from '../tree.ts';
import { LineAmount, LineCell, LineWithheld } from './line-cell.tsx';

const LineDialog = lazyPart(async () => (await import('./line-dialog.tsx')).LineDialog, 'dialog');

const cellId = (line: number, column: LineColumn) => `${items}[${line}].${column.name}`;

/** The lines, as a grid: Enter and the arrows go from cell to cell, cells copied from a spreadsheet are pasted as lines. */
export function LinesPanel({ tipo }: { tipo: TipoECF }) {
  const store = useDraftStore();
  const count = useCount(items);
  const [opened, setOpened] = useState<number>();
  const columns = columnsOf(tipo);
  const inRow = columns.filter(({ under }) => !under);
  const below = columns.filter(({ under }) => under);
  const most = schemaAt(items)?.occurs(tipo)[1] ?? 1;

  const linesNow = () => listAt(store.state().tree, items);
  const focus = (line: number, column: LineColumn) =>
    // The line may not be rendered yet.
    requestAnimationFrame(() => document.getElementById(cellId(line, column))?.focus());

  function add(column = columns[0]!) {
    if (count >= most) return;
    store.set(items, [...linesNow(), ...linesFor([emptyLine], tipo)]);
    focus(count + 1, column);
  }

  function remove(line: number) {
    const left = linesNow().filter((_, i) => i !== line - 1);
    store.set(items, left.length === 0 ? linesFor([emptyLine], tipo) : left);
    focus(Math.min(line, Math.max(1, count - 1)), columns[0]!);
  }

  function onKeyDown(event: KeyboardEvent, line: number, column: LineColumn) {
    const isSelect = (event.target as Element).tagName === 'SELECT';
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return;
    if (event.key === 'Enter' || (event.key === 'ArrowDown' && !isSelect)) {
      event.preventDefault();
      if (line < count) focus(line + 1, column);
      else if (event.key === 'Enter') add(column);
    } else if (event.key === 'ArrowUp' && !isSelect && line > 1) {
      event.preventDefault();
      focus(line - 1, column);
    } else if (event.key === 'Delete' && event.ctrlKey) {
      event.preventDefault();
      remove(line);
    }
  }

  function onPaste(event: ClipboardEvent, line: number, column: LineColumn) {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const cells = cellsOf(text).slice(0, most - line + 1);
    const pasted = pasteInto(store.state().tree, line, columns.slice(columns.indexOf(column)), cells);
    store.setTree(withAt(pasted, items, linesFor(listAt(pasted, items), tipo)));
  }

  const cell = (line: number, column: LineColumn) => (
    <LineCell
      id={cellId(line, column)}
      line={line}
      column={column}
      tipo={tipo}
      onKeyDown={(event) => onKeyDown(event, line, column)}
      onPaste={(event) => onPaste(event, line, column)}
    />
  );

  return (
    <Panel
      title="Líneas"
      note="Enter pasa a la línea siguiente. Puede pegar filas copiadas de Excel."
      actions={<TermHelp of="indicador de facturación" />}
    >
      <div className={styles.lines}>
        <table>
          <thead>
            <tr>
              {inRow.map(({ name, label, right, width }) => (
                <th key={name} scope="col" className={right ? styles.right : undefined} style={{ width }}>
                  {label}
                </th>
              ))}
              <th scope="col" className={styles.right} style={{ width: 110 }}>
                Importe
              </th>
              <th scope="col" style={{ width: 76 }}>
                <span className={text.hidden}>Acciones</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, i) => i + 1).map((line) => (
              <tr key={line}>
                {inRow.map((column, i) => (
                  <td key={column.name} data-label={column.label}>
                    {cell(line, column)}
                    {i === 0 && (
                      <div className={styles.under}>
                        {below.map((each) => (
                          <div key={each.name} className={styles[each.kind]}>
                            {each.kind === 'numero' && <span aria-hidden="true">{each.label}</span>}
                            {cell(line, each)}
                          </div>
                        ))}
                        <LineWithheld line={line} />
                      </div>
                    )}
                  </td>
                ))}
                <td className={styles.right} data-label="Importe">
                  <LineAmount line={line} />
                </td>
                <td className={styles.right}>
                  <IconButton icon={IconDots} label={`Más datos de la línea ${line}`} onClick={() => setOpened(line)} />
                  <IconButton icon={IconTrash} label={`Quitar la línea ${line}`} onClick={() => remove(line)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.tools}>
        <Button size="compact-sm" disabled={count >= most} onClick={() => add()}>
          Agregar línea
        </Button>
        <span>{formatCounted(count, 'línea')}</span>
      </div>
      <Suspense>
        {opened !== undefined && <LineDialog line={opened} tipo={tipo} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </Panel>
  );
}
