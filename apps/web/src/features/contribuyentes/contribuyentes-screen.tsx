import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { featureMenu } from '@timbre/contract/tables';
import { formatCounted, formatMoment } from '../../lib/format.ts';
import { notLive } from '../../lib/live-query.ts';
import { onlyDefined } from '../../lib/search-params.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Estado, readEstado } from './api.ts';
import { RefusedLines, RegisterNews } from './parts/register-news.tsx';
import { SearchPanel } from './parts/search-panel.tsx';
import { UploadForm } from './parts/upload-form.tsx';
import type { Search } from './search.ts';

const route = getRouteApi('/contribuyentes');
const key = ['contribuyentes', 'estado'];
/** How often the state is requested while a register is imported. */
const pollMs = 1_000;

/**
 * The DGII's register of taxpayers, for the platform's administrator: its state, its import, and a search to try it.
 */
export function ContribuyentesScreen() {
  const { puede } = useSesion();
  const allowed = puede('root');
  if (allowed === undefined) return <Skeleton rows={8} />;
  if (!allowed) return <EmptyState page title="Acceso Denegado" detail="No tienes permisos para ver esta página." />;
  return <Registro />;
}

function Registro() {
  const { buscar = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    meta: notLive,
    queryFn: ({ signal }) => readEstado({ signal }),
    refetchInterval: ({ state }) => (state.data?.importacion ? pollMs : false),
    staleTime: 0,
  });
  return (
    <>
      <PageHeader title={featureMenu.contribuyentes.titulo} facts={data && factsOf(data)} />
      <div className={card.stack}>
        {error && <LoadFailure title="No se pudo leer el estado del registro" error={error} onRetry={refetch} />}
        {data && <RegisterNews estado={data} />}
        {data && (
          <UploadForm running={data.importacion !== null} onUploaded={(estado) => client.setQueryData(key, estado)} />
        )}
        {data?.registro && <RefusedLines registro={data.registro} />}
        {data ? (
          <SearchPanel
            // Another register has other results.
            importado={data.registro?.importado}
            buscar={buscar}
            onSearch={(typed) => navigate({ search: onlyDefined<Search>({ buscar: typed }), replace: true })}
          />
        ) : (
          !error && <Skeleton rows={8} />
        )}
      </div>
    </>
  );
}

/** `737,120 contribuyentes`, `importado el 22/11/2026, 3:04 p. m.`, `DGII_RNC.zip`. */
const factsOf = ({ registro }: Estado): string[] =>
  registro === null
    ? ['Sin registro']
    : [
        formatCounted(registro.filas, 'contribuyente'),
        `importado el ${formatMoment(registro.importado)}`,
        registro.archivo,
      ];
