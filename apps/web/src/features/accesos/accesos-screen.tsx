import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { messageOf, Refusal } from '../../lib/api.ts';
import { formatCounted } from '../../lib/format.ts';
import { notLive } from '../../lib/live-query.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { listClientesExternos } from './api.ts';
import { ClientAccesos } from './parts/client-accesos.tsx';
import { ClientPicker } from './parts/client-picker.tsx';

const route = getRouteApi('/admin/accesos');

/** The menu items that each company may open. The selected company is in the address. */
export function AccesosScreen() {
  const { rnc } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['clientes-externos'],
    meta: notLive,
    queryFn: ({ signal }) => listClientesExternos({ signal }),
  });
  return (
    <>
      <PageHeader title="Configuración de Accesos" facts={data && formatCounted(data.length, 'empresa')} />
      <div className={card.stack}>
        {error && (
          <Banner
            title={
              error instanceof Refusal
                ? 'Error al cargar la lista de clientes. Verifique su conexión.'
                : `No se pudo conectar con el sistema de clientes: ${messageOf(error)}`
            }
            action={<Button onClick={() => refetch()}>Intentar de nuevo</Button>}
          >
            {error instanceof Refusal && messageOf(error)}
          </Banner>
        )}
        {data ? (
          <ClientPicker
            label="Cliente"
            clientes={data}
            value={rnc}
            onChange={(chosen) => navigate({ search: { rnc: chosen } })}
          />
        ) : (
          !error && <Skeleton />
        )}
        {rnc !== undefined ? (
          <ClientAccesos key={rnc} rnc={rnc} clientes={data ?? []} />
        ) : (
          data && (
            <section className={card.card}>
              <EmptyState
                title={data.length === 0 ? 'Todavía no hay empresas' : 'Ningún cliente elegido'}
                detail={
                  data.length === 0
                    ? 'Registre la primera para definir sus accesos.'
                    : 'Elija un cliente para ver y cambiar sus accesos. Cada cambio se guarda al momento.'
                }
              />
            </section>
          )
        )}
      </div>
    </>
  );
}
