import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { displayAmbiente } from '@timbre/contract/tables';
import { type ReactNode, useCallback, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatCounted } from '../../lib/format.ts';
import { notLive } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NoticeDialog } from '../../ui/notice-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSesion } from '../sesion/use-sesion.ts';
import { type Cliente, changeAmbiente, listClientes } from './api.ts';
import styles from './clientes-screen.module.css';
import { AmbienteQuestion } from './parts/ambiente-question.tsx';
import { ClientTable } from './parts/client-table.tsx';
import { EditModal } from './parts/edit-modal.tsx';
import { RegisterModal } from './parts/register-modal.tsx';

type Opened =
  | { readonly kind: 'register' }
  | { readonly kind: 'edit'; readonly cliente: Cliente }
  | { readonly kind: 'ambiente'; readonly cliente: Cliente; readonly ambiente: string };

const route = getRouteApi('/admin/clientes');

/** The companies of the platform, for the platform's administrator. */
export function ClientesScreen() {
  const { puede } = useSesion();
  const allowed = puede('root');
  if (allowed === undefined) return <Skeleton rows={8} />;
  if (!allowed) {
    return <EmptyState page title="Acceso Denegado" detail="No tienes permisos para ver esta página." />;
  }
  return <Clientes />;
}

function Clientes() {
  const { buscar = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const [result, setResult] = useState<{ title: string; message: ReactNode }>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['clientes', buscar],
    meta: notLive,
    queryFn: ({ signal }) => listClientes({ query: buscar ? { buscar } : {}, signal }),
    placeholderData: (previous) => previous,
  });
  const close = () => setOpened(undefined);
  async function load() {
    const { data: loaded } = await refetch();
    if (loaded) toast(`${formatCounted(loaded.length, 'empresa cargada', 'empresas cargadas')}`);
  }
  const search = (typed: string) => navigate({ search: typed ? { buscar: typed } : {}, replace: true });
  const edit = useCallback((cliente: Cliente) => setOpened({ kind: 'edit', cliente }), []);
  const askAmbiente = useCallback(
    (cliente: Cliente, ambiente: string) => setOpened({ kind: 'ambiente', cliente, ambiente }),
    [],
  );

  const change = useMutation({
    mutationFn: ({ cliente, ambiente }: { cliente: Cliente; ambiente: string }) =>
      changeAmbiente({ params: { id: cliente.id }, body: { ambiente } }),
    onSuccess: ({ razonSocial, ambiente }) =>
      setResult({ title: 'Cambio Exitoso', message: `${razonSocial} está ahora en ${displayAmbiente(ambiente)}.` }),
    onError: (failure) =>
      setResult({
        title: 'Error',
        message: (
          <>
            <p>No se pudo cambiar el ambiente. Por favor, intente de nuevo.</p>
            <p>{messageOf(failure)}</p>
          </>
        ),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['clientes'] }),
  });

  return (
    <>
      <PageHeader title="Administración de Clientes" facts={data && formatCounted(data.length, 'empresa')}>
        <SearchField label="Buscar empresa o RNC" maxLength={100} value={buscar} onChange={search} />
        <Button leftSection={<IconRefresh size={16} />} loading={isFetching} onClick={load}>
          Cargar Clientes
        </Button>
      </PageHeader>
      <div className={`${card.stack} ${styles.page}`}>
        {error && <LoadFailure title="No se pudo cargar la lista de clientes" error={error} onRetry={refetch} />}
        <section className={card.card} aria-label="Clientes">
          {data === undefined ? (
            !error && <Skeleton rows={8} />
          ) : data.length > 0 ? (
            <ClientTable clientes={data} onEdit={edit} onAmbiente={askAmbiente} />
          ) : buscar ? (
            <EmptyState title="Ninguna empresa coincide con la búsqueda">
              <Button variant="filled" onClick={() => search('')}>
                Ver todas
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title="Todavía no hay empresas" detail="Registre la primera: podrá entrar con su RNC.">
              <Button variant="filled" onClick={() => setOpened({ kind: 'register' })}>
                Registrar empresa
              </Button>
            </EmptyState>
          )}
        </section>
      </div>
      <button
        type="button"
        className={styles.add}
        aria-label="Registrar empresa"
        title="Registrar empresa"
        onClick={() => setOpened({ kind: 'register' })}
      >
        <IconPlus size={24} aria-hidden="true" />
      </button>
      {opened?.kind === 'register' && <RegisterModal onClose={close} />}
      {opened?.kind === 'edit' && (
        <EditModal
          cliente={opened.cliente}
          onClose={close}
          onSaved={() => {
            close();
            setResult({
              title: 'Guardado Exitoso',
              message: `Los cambios de ${opened.cliente.razonSocial} quedaron guardados.`,
            });
          }}
        />
      )}
      {opened?.kind === 'ambiente' && (
        <AmbienteQuestion {...opened} onClose={close} onConfirm={() => change.mutate(opened)} />
      )}
      {result && (
        <NoticeDialog title={result.title} onClose={() => setResult(undefined)}>
          {result.message}
        </NoticeDialog>
      )}
    </>
  );
}
