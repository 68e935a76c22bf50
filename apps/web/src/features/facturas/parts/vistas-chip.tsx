import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { notLive } from '../../../lib/live-query.ts';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { listVistas, vistasKey as queryKey } from '../api.ts';
import type { Filters } from '../filters.ts';
import { busquedaOf, filtersOf } from '../vistas.ts';

const VistasList = lazyPart(async () => (await import('./vistas-list.tsx')).VistasList);

interface Props {
  filters: Filters;
  onChange: (filters: Filters, replace?: boolean) => void;
}

/**
 * The filters that the user saved. The default one is applied once, when the screen is opened at an address without
 * filters.
 */
export function VistasChip({ filters, onChange }: Props) {
  const { data: vistas = [] } = useQuery({ queryKey, meta: notLive, queryFn: ({ signal }) => listVistas({ signal }) });
  const busqueda = busquedaOf(filters);
  const current = vistas.find((vista) => vista.busqueda === busqueda);
  const opening = useRef(busqueda === '' && filters.doc === undefined);
  useEffect(() => {
    if (vistas.length === 0) return;
    const first = vistas.find(({ predeterminada }) => predeterminada);
    if (opening.current && first && busqueda === '') onChange(filtersOf(first), true);
    opening.current = false;
  }, [vistas, busqueda, onChange]);

  return (
    <FilterChip name="Vista" value={current?.nombre} onClear={() => onChange({})}>
      {(close) => (
        <Suspense fallback={<Skeleton rows={2} />}>
          <VistasList
            vistas={vistas}
            current={current}
            busqueda={busqueda}
            onApply={(vista) => {
              onChange(filtersOf(vista));
              close();
            }}
          />
        </Suspense>
      )}
    </FilterChip>
  );
}
