import { ambientes, ambienteVisible, estadoNombre, estados, tipoNombre } from '@timbre/contract/tables';
import { tiposECF } from '@timbre/values';
import type { ReactNode } from 'react';
import { onlyDefined } from '../../../lib/search-params.ts';
import { readENCF } from '../../../lib/typed-encf.ts';
import { ChoiceChip, TextChip } from '../../../ui/filter-chip.tsx';
import { PeriodChip } from '../../../ui/period-chip.tsx';
import { SearchBar } from '../../../ui/search-bar.tsx';
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
  const narrowed = Object.keys(narrowingOf(filters)).length > 0;

  return (
    <SearchBar
      label="Buscar eNCF, Track ID, comprador o RNC"
      search={filters.buscar}
      onSearch={(buscar) => change({ buscar }, true)}
      onClear={
        narrowed ? () => onChange(onlyDefined<Filters>({ orden: filters.orden, modo: filters.modo })) : undefined
      }
      end={children}
    >
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
    </SearchBar>
  );
}
