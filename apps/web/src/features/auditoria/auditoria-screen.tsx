import { Button } from '@mantine/core';
import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { featureMenu } from '@timbre/contract/tables';
import { saveFile } from '../../lib/files.ts';
import { formatCounted } from '../../lib/format.ts';
import { ofConfiguracion } from '../../lib/live-query.ts';
import { lastError, useMutation } from '../../lib/mutation.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { listAuditoria, readCsv, verifyAuditoria } from './api.ts';
import styles from './auditoria-screen.module.css';
import type { Filters } from './filters.ts';
import { EntryList } from './parts/entry-list.tsx';
import { FilterBar } from './parts/filter-bar.tsx';
import { Integrity } from './parts/integrity.tsx';

const route = getRouteApi('/auditoria');

/** The audit trail of the company, or of the platform for its administrator: action, person, time and address. */
export function AuditoriaScreen() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const { root, razonSocial } = useSesion();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError, isFetching, refetch } =
    useInfiniteQuery({
      queryKey: ['auditoria', filters],
      meta: ofConfiguracion,
      queryFn: ({ pageParam, signal }) =>
        listAuditoria({
          query: { ...filters, ...(pageParam !== undefined && { antesDe: String(pageParam) }) },
          signal,
        }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ entradas, hayMas }) => (hayMas ? entradas.at(-1)?.seq : undefined),
      placeholderData: (previous) => previous,
      staleTime: 0,
    });
  const download = useMutation({
    mutationFn: async () => saveFile(await readCsv({ query: filters }), 'auditoria.csv'),
  });
  const verify = useMutation({ mutationFn: () => verifyAuditoria({}) });
  const entradas = data?.pages.flatMap((page) => page.entradas);
  const narrow = (next: Filters) => navigate({ search: next, replace: true });
  const failed = error ?? lastError(download, verify);

  return (
    <>
      <PageHeader
        title={featureMenu.auditoria.titulo}
        facts={
          entradas && [
            root ? 'La plataforma' : razonSocial,
            `${formatCounted(entradas.length, 'entrada')}${hasNextPage ? ' cargadas, hay más' : ''}`,
          ]
        }
      >
        <Button leftSection={<IconDownload size={16} />} loading={download.isPending} onClick={() => download.mutate()}>
          Descargar CSV
        </Button>
        <Button leftSection={<IconShieldCheck size={16} />} loading={verify.isPending} onClick={() => verify.mutate()}>
          Verificar integridad
        </Button>
      </PageHeader>
      <div className={card.stack}>
        <FailureNotice
          title={error ? 'No se pudo leer la auditoría' : 'No se pudo completar'}
          error={failed}
          action={error && <Button onClick={() => refetch()}>Intentar de nuevo</Button>}
        />
        {verify.data && <Integrity verificacion={verify.data} onDismiss={() => verify.reset()} />}
        <section className={card.card} aria-label="Auditoría" aria-busy={isFetching}>
          <FilterBar filters={filters} onChange={narrow} />
          {entradas === undefined ? (
            !error && <Skeleton rows={8} />
          ) : entradas.length > 0 ? (
            <EntryList entradas={entradas} />
          ) : Object.keys(filters).length > 0 ? (
            <EmptyState title="Nada coincide con los filtros">
              <Button variant="filled" onClick={() => narrow({})}>
                Limpiar filtros
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              title="Todavía no hay nada en la auditoría"
              detail="Aquí quedará quién entra, quién cambia la configuración, los usuarios, el certificado o las claves, cuándo y desde dónde."
            />
          )}
          {hasNextPage && (
            <div className={styles.more}>
              <LoadMore loading={isFetchingNextPage} failed={isFetchNextPageError} onLoad={() => fetchNextPage()} />
            </div>
          )}
        </section>
      </div>
    </>
  );
}
