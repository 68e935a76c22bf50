import { NativeSelect } from '@mantine/core';
import { formatCount } from '../../../lib/format.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import styles from '../contador.module.css';
import {
  type Change,
  type Cliente,
  countsOf,
  type Filters,
  type Filtro,
  filtros,
  type Vencimientos,
} from '../filters.ts';

interface Props {
  clientes: readonly Cliente[];
  due: Vencimientos;
  filters: Filters;
  /** The order of the rows. */
  orden: 'nombre' | 'urgente';
  /** Whether the rows are grouped by their responsible member; undefined where they cannot be. */
  grouped: boolean | undefined;
  onChange: (change: Change) => void;
}

/** The search, the order, and the filters that count. */
export function FilterBar({ clientes, due, filters, orden, grouped, onChange }: Props) {
  const counts = countsOf(clientes, due);
  const shown = (Object.keys(filtros) as Filtro[]).filter(
    (filtro) => (filtro !== 'permiso' && filtro !== 'quickbooks') || counts[filtro] > 0 || filters.filtro === filtro,
  );
  return (
    <search className={styles.bar}>
      <div className={styles.row}>
        <SearchField
          className={styles.search}
          label="Buscar empresa o RNC"
          maxLength={64}
          value={filters.buscar ?? ''}
          onChange={(buscar) => onChange({ buscar })}
        />
        {grouped !== undefined && (
          <NativeSelect
            aria-label="Agrupar"
            value={grouped ? 'responsable' : 'no'}
            data={[
              { value: 'responsable', label: 'Agrupar: Responsable' },
              { value: 'no', label: 'Sin agrupar' },
            ]}
            onChange={(event) => onChange({ agrupar: event.currentTarget.value === 'no' ? 'no' : undefined })}
          />
        )}
        <NativeSelect
          aria-label="Orden"
          value={orden}
          data={[
            { value: 'urgente', label: 'Orden: Lo más urgente' },
            { value: 'nombre', label: 'Orden: Nombre' },
          ]}
          onChange={(event) => onChange({ orden: event.currentTarget.value as Filters['orden'] })}
        />
      </div>
      <fieldset className={styles.filters} aria-label="Filtros">
        {shown.map((filtro) => {
          const isSet = filters.filtro === filtro;
          return (
            <button
              key={filtro}
              type="button"
              aria-pressed={isSet}
              disabled={counts[filtro] === 0 && !isSet}
              onClick={() => onChange({ filtro: isSet ? undefined : filtro })}
            >
              {filtros[filtro]} <b>{formatCount(counts[filtro])}</b>
            </button>
          );
        })}
      </fieldset>
    </search>
  );
}
