import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { displayAmbiente, featureMenu } from '@timbre/contract/tables';
import { formatTaxId } from '@timbre/values';
import { Suspense } from 'react';
import { messageOf } from '../../lib/api.ts';
import { leave } from '../../lib/leave.ts';
import { useSession } from '../../lib/session.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { WebhooksPanel } from '../webhooks/shared.ts';
import { configuracionQuery } from './api.ts';
import { GeneralPanel } from './parts/general-panel.tsx';
import { tabs } from './search.ts';

// The code of each other tab is loaded when the tab is first opened.
const panels = {
  general: GeneralPanel,
  mapeo: lazyPart(async () => (await import('./parts/mapeo-panel.tsx')).MapeoPanel),
  fechas: lazyPart(async () => (await import('./parts/fechas-panel.tsx')).FechasPanel),
  rangos: lazyPart(async () => (await import('./parts/rangos-panel.tsx')).RangosPanel),
  webhooks: WebhooksPanel,
  correo: lazyPart(async () => (await import('./parts/plantilla-panel.tsx')).PlantillaPanel),
};

const route = getRouteApi('/configuracion');
const onlyAdministrators = 'Solo un administrador de la empresa puede cambiar la configuración';

/**
 * The company's data, environment, certificate, keys, mappings, dates and ranges, the webhooks and the mail of documents, in
 * tabs. The open tab is part of the address.
 */
export function ConfiguracionScreen() {
  const { tab = 'general' } = route.useSearch();
  const navigate = route.useNavigate();
  const { session } = useSession();
  const { puede } = useSesion();
  const userId = session?.userId ?? '';
  const { data, error, refetch } = useQuery({ ...configuracionQuery(userId), enabled: userId !== '' });
  const administers = puede('administrar');
  const Panel = panels[tab];

  return (
    <>
      <PageHeader
        title={featureMenu.configuracion.titulo}
        facts={data && [data.razonSocial, formatTaxId(data.rncEmisor), `ambiente de ${displayAmbiente(data.ambiente)}`]}
      />
      {userId === '' ? (
        <Banner
          title="Error: No se encontró el ID de usuario"
          action={<Button onClick={() => leave()}>Entrar de nuevo</Button>}
        >
          Cierre la sesión y vuelva a entrar.
        </Banner>
      ) : error && !data ? (
        <Banner
          title="Error al cargar la configuración"
          action={<Button onClick={() => refetch()}>Intentar de nuevo</Button>}
        >
          {messageOf(error)}
        </Banner>
      ) : (
        <Tabs label="Configuración" tabs={tabs} current={tab} onChange={(id) => navigate({ search: { tab: id } })}>
          {data === undefined || administers === undefined ? (
            <Loading />
          ) : (
            <Suspense fallback={<Loading />}>
              <ReadOnly unless={administers} />
              <Panel configuracion={data} refusal={administers ? undefined : onlyAdministrators} />
            </Suspense>
          )}
        </Tabs>
      )}
    </>
  );
}

const Loading = () => (
  <div className={card.card}>
    <Skeleton rows={6} height={56} />
  </div>
);

const ReadOnly = ({ unless }: { unless: boolean }) =>
  unless ? null : (
    <div className={card.stack}>
      <Banner tone="info" title="Solo lectura">
        {onlyAdministrators}.
      </Banner>
      <span />
    </div>
  );
