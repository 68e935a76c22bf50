import { Button, NativeSelect } from '@mantine/core';
import { gruposDeAuditoria } from '@timbre/contract/tables';
import { onlyDefined } from '../../../lib/search-params.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import type { Filters } from '../filters.ts';
import styles from './filter-bar.module.css';

const grupos = [
  { value: '', label: 'Todo, menos los comprobantes' },
  ...Object.entries(gruposDeAuditoria).map(([value, label]) => ({ value, label })),
];

/** The filters of the audit trail. They are stored in the address, and one button clears them. */
export function FilterBar({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const change = (part: { [K in keyof Filters]?: Filters[K] | '' }) =>
    onChange(onlyDefined<Filters>({ ...filters, ...part }));
  const { grupo = '', desde = '', hasta = '', quien = '' } = filters;
  return (
    <search className={styles.bar}>
      <NativeSelect
        aria-label="Grupo"
        value={grupo}
        data={grupos}
        onChange={(event) => change({ grupo: event.currentTarget.value as Filters['grupo'] & string })}
      />
      <DateField
        label="Desde"
        labelHidden
        className={styles.date}
        value={desde}
        max={hasta}
        onChange={(iso) => change({ desde: iso })}
      />
      <DateField
        label="Hasta"
        labelHidden
        className={styles.date}
        value={hasta}
        min={desde}
        onChange={(iso) => change({ hasta: iso })}
      />
      <SearchField
        className={styles.search}
        label="Buscar quién"
        maxLength={100}
        value={quien}
        onChange={(typed) => change({ quien: typed })}
      />
      <Button disabled={Object.keys(filters).length === 0} onClick={() => onChange({})}>
        Limpiar filtros
      </Button>
    </search>
  );
}
