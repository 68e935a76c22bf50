import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { formatTaxId } from '@timbre/values';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatCounted } from '../../lib/format.ts';
import { isCompany } from '../../lib/matching.ts';
import { useMutation } from '../../lib/mutation.ts';
import card from '../../ui/card.module.css';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NoticeDialog } from '../../ui/notice-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import text from '../../ui/text.module.css';
import { toast } from '../../ui/toast.tsx';
import { approve, listSolicitudes, reject, type Solicitud } from './api.ts';
import styles from './aprobaciones-screen.module.css';
import { SolicitudCard } from './parts/solicitud-card.tsx';

type Answer = 'aprobar' | 'rechazar';

const route = getRouteApi('/aprobaciones-ambientes');
const othersMayAskMs = 15_000;

/** What companies ask of the platform's administrator. */
export function AprobacionesScreen() {
  const { buscar = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ answer: Answer; solicitud: Solicitud }>();
  const [failure, setFailure] = useState<{ title: string; why: string }>();
  const { data, error, refetch } = useQuery({
    queryKey: ['solicitudes'],
    queryFn: ({ signal }) => listSolicitudes({ signal }),
    refetchInterval: othersMayAskMs,
  });
  const shown = data?.filter(({ razonSocial, rncEmisor }) => isCompany(buscar, razonSocial, rncEmisor));
  const search = (typed: string) => navigate({ search: typed ? { buscar: typed } : {}, replace: true });

  const resolve = useMutation({
    mutationFn: ({ answer, id }: { answer: Answer; id: string }) =>
      (answer === 'aprobar' ? approve : reject)({ params: { id } }),
    onSuccess: (_, { answer }) =>
      toast(answer === 'aprobar' ? 'Solicitud aprobada exitosamente.' : 'Solicitud rechazada.'),
    onError: (error, { answer }) => setFailure({ title: `Error al ${answer} la solicitud.`, why: messageOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['solicitudes'] }),
  });

  return (
    <>
      <PageHeader
        title="Solicitudes de Cambio de Ambiente"
        facts={data && formatCounted(data.length, 'solicitud pendiente', 'solicitudes pendientes')}
      >
        <SearchField label="Buscar empresa o RNC" maxLength={100} value={buscar} onChange={search} />
      </PageHeader>
      <div className={card.stack}>
        {error && <LoadFailure title="Error al obtener las solicitudes." error={error} onRetry={refetch} />}
        {shown === undefined ? (
          !error && <Skeleton rows={2} height={180} />
        ) : data?.length === 0 ? (
          <EmptyState
            title="No hay solicitudes pendientes."
            detail="Cuando una empresa pida cambiar de ambiente, o se registre por sí misma, aparecerá aquí."
          />
        ) : shown.length === 0 ? (
          <EmptyState title="Ninguna solicitud coincide con la búsqueda">
            <Button variant="filled" onClick={() => search('')}>
              Ver todas
            </Button>
          </EmptyState>
        ) : (
          <div className={styles.cards}>
            {shown.map((solicitud) => (
              <SolicitudCard
                key={solicitud.id}
                solicitud={solicitud}
                busy={resolve.isPending && resolve.variables.id === solicitud.id}
                onApprove={() => setAsked({ answer: 'aprobar', solicitud })}
                onReject={() => setAsked({ answer: 'rechazar', solicitud })}
              />
            ))}
          </div>
        )}
      </div>
      {asked && (
        <AskedDialog
          {...asked}
          onClose={() => setAsked(undefined)}
          onConfirm={() => resolve.mutate({ answer: asked.answer, id: asked.solicitud.id })}
        />
      )}
      {failure && (
        <NoticeDialog onClose={() => setFailure(undefined)}>
          <p>{failure.title}</p>
          <p>{failure.why}</p>
        </NoticeDialog>
      )}
    </>
  );
}

interface AskedProps {
  answer: Answer;
  solicitud: Solicitud;
  onConfirm: () => void;
  onClose: () => void;
}

/** Says what the answer does, with both environments by name. */
function AskedDialog({ answer, solicitud, ...rest }: AskedProps) {
  const { tipo, razonSocial, rncEmisor, ambienteActual, nuevoAmbiente } = solicitud;
  const who = (
    <>
      {razonSocial} <span className={text.amount}>({formatTaxId(rncEmisor)})</span>
    </>
  );
  if (answer === 'rechazar') {
    return (
      <ConfirmDialog title="Rechazar la solicitud" confirm="Rechazar" destructive {...rest}>
        {who}{' '}
        {tipo === 'registro'
          ? 'no podrá entrar a la plataforma.'
          : `seguirá en ${ambienteActual}: no pasará a ${nuevoAmbiente}.`}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog title="Aprobar la solicitud" confirm="Aprobar" {...rest}>
      {who}{' '}
      {tipo === 'registro' ? (
        `podrá entrar a la plataforma y trabajar en ${nuevoAmbiente}.`
      ) : (
        <>
          pasará de <b>{ambienteActual}</b> a <b>{nuevoAmbiente}</b> de inmediato.
          {nuevoAmbiente === 'Produccion' && ' Lo que emita desde entonces serán comprobantes fiscales reales.'}
        </>
      )}
    </ConfirmDialog>
  );
}
