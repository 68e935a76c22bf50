import type { TipoECF } from '@timbre/values';
import { type ClipboardEvent, type KeyboardEvent, useCallback } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { Combobox, type Suggestion } from '../../../ui/combobox.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { RowSelect } from '../../../ui/row-select.tsx';
import { findProductos } from '../api.ts';
import styles from '../borradores.module.css';
import { isEmptyLine, items, linesFor, occurs } from '../draft.ts';
import { useDraft, useDraftStore, useField } from '../draft-store.ts';
import type { LineColumn } from '../line-columns.ts';
import { listAt, type Tree, withAt } from '../tree.ts';

interface Props {
  id: string;
  line: number;
  column: LineColumn;
  tipo: TipoECF;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** A cell of the grid of lines. */
export function LineCell(props: Props) {
  if (props.column.kind === 'nombre') return <ProductCell {...props} />;
  if (props.column.kind === 'codigo') return <CodeCell {...props} />;
  return <NumberCell {...props} />;
}

function NumberCell({ id, line, column, onKeyDown, onPaste }: Props) {
  const { value, error, set, leave } = useField(id);
  return (
    <MoneyField
      id={id}
      label={`${column.label}, línea ${line}`}
      labelHidden
      unpadded={column.name === 'CantidadItem'}
      value={value}
      error={error}
      onChange={set}
      onBlur={leave}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

function CodeCell({ id, line, column, onKeyDown }: Props) {
  const { value, set } = useField(id);
  const options = (column.codes ?? []).map(([code, label]) => ({ value: code, label }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the select inside hands its keys up
    <span
      id={id}
      tabIndex={-1}
      onFocus={(event) => event.target.id === id && event.target.querySelector('select')?.focus()}
      onKeyDown={onKeyDown}
    >
      <RowSelect label={`${column.label}, línea ${line}`} value={value} options={options} onChange={set} />
    </span>
  );
}

interface ItemSuggestion extends Suggestion {
  readonly elements: Readonly<Record<string, string>>;
}

const search = async (text: string, signal: AbortSignal): Promise<readonly ItemSuggestion[]> =>
  (await findProductos({ query: { buscar: text.slice(0, 80) }, signal })).map((one) => ({
    key: one.nombre,
    name: one.nombre,
    detail: [`RD$ ${formatAmount(one.precio)}`, one.descripcion].filter(Boolean).join(' · '),
    elements: {
      NombreItem: one.nombre,
      DescripcionItem: one.descripcion,
      PrecioUnitarioItem: one.precio,
      UnidadMedida: one.unidad,
      IndicadorFacturacion: one.indicadorFacturacion,
      IndicadorBienoServicio: one.indicadorBienoServicio,
    },
  }));

/** The product: typed, or selected from those sold before, with its price, unit and tax. */
function ProductCell({ id, line, column, tipo, onKeyDown, onPaste }: Props) {
  const store = useDraftStore();
  const { value, error, set, leave } = useField(id);
  const pick = useCallback(
    ({ elements }: ItemSuggestion) => {
      let { tree } = store.state();
      for (const [element, text] of Object.entries(elements))
        if (text && occurs(tipo, `${items}.${element}`)) tree = withAt(tree, `${items}[${line}].${element}`, text);
      store.setTree(withAt(tree, items, linesFor(listAt(tree, items), tipo)));
    },
    [store, tipo, line],
  );
  return (
    <Combobox
      id={id}
      label={`${column.label}, línea ${line}`}
      labelHidden
      maxLength={80}
      value={value}
      error={error}
      search={search}
      onChange={set}
      onPick={pick}
      onBlur={leave}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

/** The judged amounts of a line of the draft; undefined for an empty line. */
const useJudgedLine = (line: number) =>
  useDraft(({ tree, judgement }) => {
    const lines = listAt(tree, items);
    const own = lines[line - 1];
    if (own === undefined || isEmptyLine(own)) return undefined;
    return judgement?.lines[lines.slice(0, line).filter((one) => !isEmptyLine(one as Tree)).length - 1];
  });

/** The amount of a line, once it has been judged. */
export function LineAmount({ line }: { line: number }) {
  const monto = useJudgedLine(line)?.monto;
  return <b className={styles.amount}>{monto ? formatAmount(monto) : '—'}</b>;
}

/** The amounts withheld from a line; renders nothing if there are none. */
export function LineWithheld({ line }: { line: number }) {
  const judged = useJudgedLine(line);
  const parts = [
    ['ITBIS', judged?.itbisRetenido],
    ['ISR', judged?.isrRetenido],
  ].flatMap(([name, monto]) => (monto && Number(monto) !== 0 ? `${name} ${formatAmount(monto)}` : []));
  return parts.length === 0 ? null : <span className={styles.withheld}>Se retiene {parts.join(' · ')}</span>;
}
