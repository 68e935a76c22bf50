import { Button, NativeSelect } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type Ambiente, ambientes, ambienteVisible, type Estado, estadoNombre, estados } from '@timbre/contract/tables';
import { useState } from 'react';
import { onlyGiven } from '../../../lib/search-params.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { datesOf, type Filters, periodsOf, searchFilter } from '../filters.ts';
import styles from './filter-bar.module.css';

/** The states of an issued invoice. Unsigned documents are not listed. */
const listed = estados.filter((estado) => estado !== 'pendiente');

/** The search filters. They are kept in the address, and one button clears them. On a phone they are collapsed. */
export function FilterBar({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const [unfolded, setUnfolded] = useState(false);
  const now = Date.now();
  const { desde = '', hasta = '' } = datesOf(filters, now);
  const periods = periodsOf(now);
  const { ambiente = '', estado = '' } = filters;

  const change = (part: { [K in keyof Filters]?: Filters[K] | '' }) =>
    onChange(onlyGiven<Filters>({ ...filters, ...part }));
  const changeDates = (dates: Pick<Filters, 'desde' | 'hasta' | 'todas'>) => {
    const { desde: _, hasta: __, todas: ___, ...rest } = filters;
    onChange({ ...rest, ...dates });
  };
  const same = (dates: Pick<Filters, 'desde' | 'hasta' | 'todas'>) =>
    dates.desde === filters.desde && dates.hasta === filters.hasta && dates.todas === filters.todas;

  return (
    <search className={styles.bar} data-unfolded={unfolded}>
      <Segmented
        label="Periodo"
        options={periods.map(({ nombre }) => ({ value: nombre, label: nombre }))}
        value={periods.find((period) => same(period.filters))?.nombre}
        onChange={(nombre) => changeDates(periods.find((period) => period.nombre === nombre)?.filters ?? {})}
      />
      <Button
        className={styles.fold}
        leftSection={<IconFilter size={16} />}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        Filtros
      </Button>
      <div className={styles.fields}>
        <div className={styles.dates}>
          <DateField
            label="Desde"
            labelHidden
            className={styles.date}
            value={desde}
            max={hasta}
            onChange={(iso) => changeDates(onlyGiven({ desde: iso, hasta }))}
          />
          <DateField
            label="Hasta"
            labelHidden
            className={styles.date}
            value={hasta}
            min={desde}
            onChange={(iso) => changeDates(onlyGiven({ desde, hasta: iso }))}
          />
        </div>
        <div className={styles.rest}>
          <NativeSelect
            className={styles.select}
            aria-label="Ambiente"
            value={ambiente}
            onChange={(event) => change({ ambiente: event.currentTarget.value as Ambiente | '' })}
            data={[
              { value: '', label: 'Ambiente: todos' },
              ...ambientes.map((one) => ({ value: one, label: ambienteVisible[one] })),
            ]}
          />
          <NativeSelect
            className={styles.select}
            aria-label="Estado"
            value={estado}
            onChange={(event) => change({ estado: event.currentTarget.value as Estado | '' })}
            data={[
              { value: '', label: 'Estado: todos' },
              ...listed.map((one) => ({ value: one, label: estadoNombre[one] })),
            ]}
          />
          <SearchField
            className={styles.search}
            label="Buscar eNCF o Track ID"
            maxLength={64}
            value={filters.eNCF ?? filters.trackId ?? ''}
            onChange={(typed) => {
              const { eNCF: _, trackId: __, ...rest } = filters;
              onChange({ ...rest, ...searchFilter(typed) });
            }}
          />
          <Button disabled={Object.keys(filters).length === 0} onClick={() => onChange({})}>
            Limpiar filtros
          </Button>
        </div>
      </div>
    </search>
  );
}
