import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ambienteDe, displayAmbiente } from '@timbre/contract/tables';
import { formatTaxId } from '@timbre/values';
import { Suspense } from 'react';
import { formatCount, formatCounted, formatMoment } from '../../lib/format.ts';
import { notLive } from '../../lib/live-query.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { Chip } from '../../ui/status-chip.tsx';
import text from '../../ui/text.module.css';
import { ClientNotices, lacksCertificate } from '../clientes/shared.tsx';
import { DemoPanel } from '../demostracion/shared.ts';
import { SupportPanel } from '../soporte/shared.tsx';
import { type Cliente, listClientes, listSolicitudes } from './api.ts';
import styles from './root-inicio.module.css';

const shown = 6;

const hasProblem = (cliente: Cliente): boolean => lacksCertificate(cliente) || cliente.facturasRechazadas > 0;

/** The start screen of the platform's administrator: pending requests and the number of companies. */
export function RootInicio() {
  const { nombreUsuario, simulated } = useSesion();
  const solicitudes = useQuery({
    queryKey: ['solicitudes', 'pendientes'],
    meta: notLive,
    queryFn: ({ signal }) => listSolicitudes({ signal }),
  });
  const clientes = useQuery({
    queryKey: ['clientes', ''],
    meta: notLive,
    queryFn: ({ signal }) => listClientes({ query: {}, signal }),
  });
  const error = solicitudes.error ?? clientes.error;
  const waiting = solicitudes.data?.length;
  const inProduction = clientes.data?.filter(({ ambiente }) => ambienteDe(ambiente) === 'ecf').length;
  const uncertified = clientes.data?.filter(lacksCertificate).length;
  // Those with a problem come first.
  const companies = clientes.data?.toSorted((a, b) => Number(hasProblem(b)) - Number(hasProblem(a)));
  const figure = (count: number | undefined) => (count === undefined ? '—' : formatCount(count));

  return (
    <>
      <PageHeader title="Inicio" facts={[nombreUsuario, 'administra la plataforma']}>
        <Button variant="filled" renderRoot={(props) => <Link {...props} to="/registro" />}>
          Registrar Empresa
        </Button>
      </PageHeader>
      <div className={card.stack}>
        {error && (
          <LoadFailure
            title="No se pudo cargar el panel"
            error={error}
            onRetry={() => Promise.all([solicitudes.refetch(), clientes.refetch()])}
          />
        )}
        <StatGrid wide>
          <StatCard name="Solicitudes pendientes" value={figure(waiting)} />
          <StatCard name="Empresas" value={figure(clientes.data?.length)} />
          <StatCard name="En producción" value={figure(inProduction)} />
          <StatCard name="Sin certificado vigente" value={figure(uncertified)} />
        </StatGrid>
        <div className={styles.columns}>
          <Panel
            title="Solicitudes pendientes"
            actions={
              <Button renderRoot={(props) => <Link {...props} to="/aprobaciones-ambientes" />}>Ver solicitudes</Button>
            }
          >
            {solicitudes.isPending ? (
              <Skeleton rows={3} />
            ) : waiting === 0 ? (
              <EmptyState title="No hay solicitudes pendientes." />
            ) : (
              <ul className={styles.list}>
                {solicitudes.data?.slice(0, shown).map(({ id, tipo, razonSocial, nuevoAmbiente, fecha }) => (
                  <li key={id}>
                    <span>
                      <b>{razonSocial}</b>
                      <span className={text.quiet}>{formatMoment(fecha)}</span>
                    </span>
                    <Chip tone="warn">{tipo === 'registro' ? 'Registro' : `A ${displayAmbiente(nuevoAmbiente)}`}</Chip>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          <Panel
            title="Empresas"
            actions={
              <Button renderRoot={(props) => <Link {...props} to="/admin/clientes" />}>Administrar Clientes</Button>
            }
          >
            {clientes.isPending ? (
              <Skeleton rows={3} />
            ) : clientes.data?.length === 0 ? (
              <EmptyState title="Todavía no hay empresas" detail="Registre la primera: podrá entrar con su RNC." />
            ) : (
              <ul className={styles.list}>
                {companies?.slice(0, shown).map((cliente) => {
                  const { id, razonSocial, rnc, ambiente, facturasEmitidas } = cliente;
                  return (
                    <li key={id}>
                      <span>
                        <b>{razonSocial}</b>
                        <span className={text.quiet}>
                          {formatTaxId(rnc)} · {formatCounted(facturasEmitidas, 'factura emitida', 'facturas emitidas')}
                        </span>
                      </span>
                      <span className={styles.chips}>
                        <ClientNotices cliente={cliente} />
                        <Chip tone={ambienteDe(ambiente) === 'ecf' ? 'ok' : 'mute'}>{displayAmbiente(ambiente)}</Chip>
                      </span>
                    </li>
                  );
                })}
              </ul>
            )}
          </Panel>
        </div>
        <SupportPanel />
        {simulated && (
          <Suspense>
            <DemoPanel />
          </Suspense>
        )}
      </div>
    </>
  );
}
