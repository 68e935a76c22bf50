import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { ambientes, ambienteVisible, estadoNombre, estados, tipoNombre } from '@timbre/contract/tables';
import { tiposECF } from '@timbre/values';
import { type ReactNode, useState } from 'react';
import { onlyDefined } from '../../../lib/search-params.ts';
import { readENCF } from '../../../lib/typed-encf.ts';
import styles from '../../../ui/filter-bar.module.css';
import { ChoiceChip, TextChip } from '../../../ui/filter-chip.tsx';
import { PeriodChip } from '../../../ui/period-chip.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { datesOf, type Filters, narrowingOf, withDates } from '../filters.ts';
import { VistasChip } from './vistas-chip.tsx';

const estadoOptions = estados
  // Unsigned documents are not listed.
  .filter((estado) => estado !== 'pendiente')
  .map((estado) => ({
    value: estado,
    word: estadoNombre[estado],
    label: <StatusChip estado={estado}>{estadoNombre[estado]}</StatusChip>,
  }));
const ambienteOptions = ambientes.map((value) => ({
  value,
  word: ambienteVisible[value],
  label: ambienteVisible[value],
}));
const tipoOptions = tiposECF.map((value) => ({
  value,
  word: `E${value}`,
  label: `E${value} · ${tipoNombre[value]}`,
}));

interface Props {
  filters: Filters;
  /** @param typing a text is being typed: the change replaces the history entry instead of adding one */
  onChange: (filters: Filters, typing?: boolean) => void;
  /** Shown at the end of the bar. */
  children?: ReactNode;
}

/**
 * The filters of the list. They are stored in the address, and one button clears them. On a phone only those set are
 * shown until unfolded.
 */
export function FilterBar({ filters, onChange, children }: Props) {
  const now = Date.now();
  const change = (part: { [K in keyof Filters]?: Filters[K] | '' | undefined }, typing?: boolean) =>
    onChange(onlyDefined<Filters>({ ...filters, ...part }), typing);
  const [unfolded, setUnfolded] = useState(false);
  const narrowed = Object.keys(narrowingOf(filters)).length > 0;

  return (
    <search className={styles.bar}>
      <SearchField
        className={styles.search}
        label="Buscar eNCF, Track ID, comprador o RNC"
        maxLength={64}
        value={filters.buscar ?? ''}
        onChange={(buscar) => change({ buscar }, true)}
      />
      <div className={styles.chips} data-unfolded={unfolded}>
        <Button
          className={styles.fold}
          leftSection={<IconFilter size={16} />}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          Filtros
        </Button>
        <PeriodChip
          name="Emisión"
          period={datesOf(filters, now)}
          onChange={(period) => onChange(withDates(filters, period, now))}
        />
        <ChoiceChip
          name="Estado"
          value={filters.estado}
          options={estadoOptions}
          onChange={(estado) => change({ estado })}
        />
        <ChoiceChip name="Tipo" value={filters.tipo} options={tipoOptions} onChange={(tipo) => change({ tipo })} />
        <ChoiceChip
          name="Ambiente"
          value={filters.ambiente}
          options={ambienteOptions}
          onChange={(ambiente) => change({ ambiente })}
        />
        <TextChip
          name="eNCF"
          maxLength={13}
          value={filters.eNCF}
          onChange={(eNCF) => change({ eNCF: eNCF && readENCF(eNCF) })}
        />
        <TextChip name="Track ID" maxLength={64} value={filters.trackId} onChange={(trackId) => change({ trackId })} />
        <VistasChip filters={filters} onChange={onChange} />
        {narrowed && (
          <Button
            variant="subtle"
            onClick={() => onChange(onlyDefined<Filters>({ orden: filters.orden, modo: filters.modo }))}
          >
            Limpiar filtros
          </Button>
        )}
      </div>
      <div className={styles.end}>{children}</div>
    </search>
  );
}
