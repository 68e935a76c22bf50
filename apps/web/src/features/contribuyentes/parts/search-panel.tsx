import { useQuery } from '@tanstack/react-query';
import { formatTaxId } from '@timbre/values';
import { notLive } from '../../../lib/live-query.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { type Contribuyente, searchContribuyentes } from '../api.ts';
import styles from './search-panel.module.css';

interface Props {
  /** When the register was imported; undefined while there is none. */
  importado: string | undefined;
  buscar: string;
  onSearch: (typed: string) => void;
}

/** A search of the register, as the other screens make it. */
export function SearchPanel({ importado, buscar, onSearch }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['contribuyentes', 'buscar', importado, buscar],
    meta: notLive,
    queryFn: ({ signal }) => searchContribuyentes({ query: { buscar }, signal }),
    enabled: importado !== undefined && buscar !== '',
    placeholderData: (previous) => previous,
  });
  return (
    <Panel
      title="Probar una búsqueda"
      note="Por RNC o cédula, o por palabras del nombre en cualquier orden: «ferre yaque»."
    >
      <search className={styles.search}>
        <SearchField label="Buscar contribuyente" maxLength={100} value={buscar} onChange={onSearch} />
      </search>
      {importado === undefined ? (
        <EmptyState title="Todavía no hay un registro en el que buscar" />
      ) : buscar === '' ? (
        <EmptyState
          title="Escriba un número o un nombre"
          detail="Se muestran hasta 20 contribuyentes, los activos primero."
        />
      ) : error ? (
        <LoadFailure title="No se pudo buscar" error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton rows={5} />
      ) : data.length === 0 ? (
        <EmptyState title="Ningún contribuyente coincide con la búsqueda" />
      ) : (
        <ul aria-label="Contribuyentes">
          {data.map((one) => (
            <Taxpayer key={one.rnc} {...one} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Taxpayer({ rnc, razonSocial, nombreComercial, estado, actividad, regimen }: Contribuyente) {
  const facts = [formatTaxId(rnc), nombreComercial, actividad, regimen && `Régimen ${regimen}`].filter(Boolean);
  return (
    <li className={styles.taxpayer}>
      <span className={styles.name}>{razonSocial}</span>
      {estado && <Chip tone={estado === 'ACTIVO' ? 'ok' : 'warn'}>{estado}</Chip>}
      <span className={styles.facts}>
        <Facts of={facts} />
      </span>
    </li>
  );
}
