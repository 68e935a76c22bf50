import { IconSearch } from '@tabler/icons-react';
import { formatTaxId } from '@timbre/values';
import { type KeyboardEvent, useId, useState } from 'react';
import { formatCounted } from '../../../lib/format.ts';
import { isCompany } from '../../../lib/matching.ts';
import type { ClienteExterno } from '../api.ts';
import styles from './client-picker.module.css';

interface Props {
  label: string;
  clientes: readonly ClienteExterno[];
  /** RNC of the selected company. */
  value: string | undefined;
  onChange: (rnc: string) => void;
}

const mostShown = 50;
const wordsOf = ({ rnc, nombre }: ClienteExterno): string => `${formatTaxId(rnc)} · ${nombre}`;

/** Selects one of thousands of companies by part of its RNC or name. */
export function ClientPicker({ label, clientes, value, onChange }: Props) {
  const id = useId();
  const chosen = clientes.find(({ rnc }) => rnc === value);
  /** The search text; undefined while the list is closed and the field shows the selected company. */
  const [typed, setTyped] = useState<string>();
  const [index, setIndex] = useState(0);
  const open = typed !== undefined;
  const matches = clientes.filter(({ nombre, rnc }) => isCompany(typed ?? '', nombre, rnc));
  const shown = matches.slice(0, mostShown);
  const current = Math.min(index, shown.length - 1);

  function look(text: string) {
    setTyped(text);
    setIndex(0);
  }

  function choose(cliente: ClienteExterno | undefined) {
    if (!cliente) return;
    setTyped(undefined);
    onChange(cliente.rnc);
  }

  function move(to: number) {
    const next = (to + shown.length) % Math.max(shown.length, 1);
    setIndex(next);
    document.getElementById(`${id}${next}`)?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) look('');
      else move(current + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(shown[current]);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      setTyped(undefined);
    }
  }

  return (
    <div className={styles.picker}>
      <label htmlFor={`${id}campo`}>{label}</label>
      <div className={styles.field}>
        <IconSearch size={16} aria-hidden="true" />
        <input
          id={`${id}campo`}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={`${id}lista`}
          aria-activedescendant={open && shown[current] ? `${id}${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Buscar por RNC o nombre…"
          value={typed ?? (chosen ? wordsOf(chosen) : '')}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => open || look('')}
          onChange={(event) => look(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => setTyped(undefined)}
        />
      </div>
      <div id={`${id}lista`} role="listbox" aria-label="Clientes" className={styles.list} hidden={!open}>
        {open &&
          shown.map((cliente, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which points here
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={cliente.rnc}
              id={`${id}${i}`}
              role="option"
              aria-selected={i === current}
              onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
              onMouseMove={() => setIndex(i)}
              onClick={() => choose(cliente)}
            >
              <b>{formatTaxId(cliente.rnc)}</b> {cliente.nombre}
            </div>
          ))}
        {open && matches.length !== shown.length && (
          <p>Y {formatCounted(matches.length - shown.length, 'empresa')} más: siga escribiendo</p>
        )}
        {open && matches.length === 0 && <p>Ninguna empresa coincide</p>}
      </div>
    </div>
  );
}
