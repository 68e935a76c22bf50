import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCounted } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { anyDateOf, type Filters, narrowingOf } from '../filters.ts';
import { useFacturas } from '../use-facturas.ts';

/** The empty list: how many invoices there are on other dates or, if none was ever issued, how to begin. */
export function NothingFound({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { puede } = useSesion();
  const anyDate = anyDateOf(filters);
  const { data, hasNextPage } = useFacturas(anyDate);
  const others = filters.todas ? 0 : (data?.pages[0]?.facturas.length ?? 0);
  const all = Object.keys(narrowingOf(filters)).every((one) => one === 'todas') ? data?.pages[0] : undefined;
  if (all?.facturas.length === 0) {
    return (
      <EmptyState
        title="No se encontraron facturas con los criterios seleccionados."
        detail="La empresa aún no ha emitido comprobantes. Los que emita desde Excel o por la API aparecerán aquí, con su estado al momento."
      >
        {puede('emitir') && (
          <Button variant="filled" renderRoot={(props) => <Link {...props} to="/excel" search={{}} />}>
            Abrir Excel a e-CF
          </Button>
        )}
      </EmptyState>
    );
  }
  const counted = `${formatCounted(others, 'comprobante')}${hasNextPage ? ' o más' : ''}`;
  return (
    <EmptyState
      title="No se encontraron facturas con los criterios seleccionados."
      {...(others > 0 && { detail: `Hay ${counted} con otras fechas de emisión.` })}
    >
      {others > 0 && (
        <Button variant="filled" onClick={() => onChange(anyDate)}>
          Ver todas las fechas
        </Button>
      )}
      <Button variant={others > 0 ? 'default' : 'filled'} onClick={() => onChange({ todas: true })}>
        Limpiar filtros
      </Button>
    </EmptyState>
  );
}
