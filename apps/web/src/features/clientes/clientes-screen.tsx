import { Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { displayAmbiente } from '@timbre/contract/tables';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatCount, formatCounted } from '../../lib/format.ts';
import { notLive } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import { onlyDefined } from '../../lib/search-params.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NoticeDialog } from '../../ui/notice-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Cliente, changeAmbiente, listClientes } from './api.ts';
import styles from './clientes-screen.module.css';
import { AmbienteQuestion } from './parts/ambiente-question.tsx';
import { ClientTable } from './parts/client-table.tsx';
import { EditModal } from './parts/edit-modal.tsx';
import { RegisterModal } from './parts/register-modal.tsx';
import { type Orden, ordenes, type Search, shownOf, type Vista, vistas } from './search.ts';

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
  const search = route.useSearch();
  const { buscar = '', ver = '', orden = '' } = search;
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
  const narrow = (part: { [K in keyof Search]?: Search[K] | '' }) =>
    navigate({ search: onlyDefined<Search>({ ...search, ...part }), replace: true });
  const shown = useMemo(() => data && shownOf(data, search), [data, search]);
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
      <PageHeader title="Administración de Clientes" facts={shown && data && countWords(shown.length, data.length)}>
        <Button leftSection={<IconRefresh size={16} />} loading={isFetching} onClick={load}>
          Cargar Clientes
        </Button>
      </PageHeader>
      <div className={`${card.stack} ${styles.page}`}>
        {error && <LoadFailure title="No se pudo cargar la lista de clientes" error={error} onRetry={refetch} />}
        <section className={card.card} aria-label="Clientes">
          <search className={styles.filters}>
            <SearchField
              className={styles.search}
              label="Buscar empresa o RNC"
              maxLength={100}
              value={buscar}
              onChange={(typed) => narrow({ buscar: typed })}
            />
            <NativeSelect
              aria-label="Ver"
              value={ver}
              data={[{ value: '', label: 'Ver: todas' }, ...optionsOf(vistas)]}
              onChange={(event) => narrow({ ver: event.currentTarget.value as Vista | '' })}
            />
            <NativeSelect
              aria-label="Orden"
              value={orden}
              data={[{ value: '', label: 'Orden: por nombre' }, ...optionsOf(ordenes)]}
              onChange={(event) => narrow({ orden: event.currentTarget.value as Orden | '' })}
            />
          </search>
          {shown === undefined ? (
            !error && <Skeleton rows={8} />
          ) : shown.length > 0 ? (
            <ClientTable clientes={shown} onEdit={edit} onAmbiente={askAmbiente} />
          ) : buscar || ver ? (
            <EmptyState title="Ninguna empresa coincide con la búsqueda">
              <Button variant="filled" onClick={() => narrow({ buscar: '', ver: '' })}>
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

const optionsOf = (table: Readonly<Record<string, { readonly nombre: string }>>) =>
  Object.entries(table).map(([value, { nombre }]) => ({ value, label: nombre }));

/** `12 empresas`, `3 de 12 empresas`. */
const countWords = (shown: number, all: number): string =>
  shown === all ? formatCounted(all, 'empresa') : `${formatCount(shown)} de ${formatCounted(all, 'empresa')}`;
