import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { featureMenu } from '@timbre/contract/tables';
import { useEffect, useState } from 'react';
import { useSesion } from '../../lib/use-sesion.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Trimestral, tasasQuery } from './api.ts';
import { before } from './draft.ts';
import { TasasDialog } from './parts/tasas-dialog.tsx';
import { TasasTable } from './parts/tasas-table.tsx';

const route = getRouteApi('/tasas-selectivo');

/**
 * The specific excise by quarter, for the platform's administrator: the known rates of each quarter, and the missing
 * ones.
 */
export function TasasScreen() {
  const { puede } = useSesion();
  const allowed = puede('root');
  if (allowed === undefined) return <Skeleton rows={8} />;
  if (!allowed) return <EmptyState page title="Acceso Denegado" detail="No tienes permisos para ver esta página." />;
  return <Trimestres />;
}

function Trimestres() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(tasasQuery);
  const trimestres = data?.trimestres;
  const current = trimestres?.find(({ actual }) => actual);
  const [opened, setOpened] = useState(search.trimestre);
  // The address opens the form of a quarter only once. Whether it stays open does not depend on the address.
  useEffect(() => {
    if (search.trimestre === undefined) return;
    setOpened(search.trimestre);
    void navigate({ search: {}, replace: true, resetScroll: false });
  }, [search.trimestre, navigate]);
  const quarter = trimestres?.find(({ trimestre, tasas }) => trimestre === opened && tasas?.oficial !== true);

  return (
    <>
      <PageHeader title={featureMenu.tasas.titulo} facts={trimestres && factsOf(trimestres)} />
      <div className={card.stack}>
        {error && !data && <LoadFailure title="No se pudieron leer las tasas" error={error} onRetry={refetch} />}
        {current?.tasas === null && (
          <Banner
            tone="warn"
            title={`Faltan las tasas de ${current.nombre}, el trimestre en curso.`}
            action={<Button onClick={() => setOpened(current.trimestre)}>Cargar tasas</Button>}
          >
            Los comprobantes con alcohol o cigarrillos que no dicen su tasa se rechazan, y la que dicen no se comprueba.
          </Banner>
        )}
        <Panel
          title="Tasas por trimestre"
          note="Selectivo específico en RD$: por litro de alcohol absoluto (códigos 006 a 018) y por cajetilla de cigarrillos de 20 (019 y 020) y de 10 (021 y 022). La DGII las fija cada trimestre en una resolución."
        >
          {trimestres ? <TasasTable trimestres={trimestres} onOpen={setOpened} /> : !error && <Skeleton rows={6} />}
        </Panel>
      </div>
      {quarter && trimestres && (
        <TasasDialog
          key={quarter.trimestre}
          quarter={quarter}
          reference={before(trimestres, quarter)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** `octubre-diciembre de 2026 en curso`, `3 trimestres sin tasas`. */
function factsOf(trimestres: readonly Trimestral[]): string[] {
  const current = trimestres.find(({ actual }) => actual);
  const missing = trimestres.filter(
    ({ tasas, trimestre }) => tasas === null && trimestre <= (current?.trimestre ?? ''),
  );
  const count = missing.length === 1 ? '1 trimestre sin tasas' : `${missing.length} trimestres sin tasas`;
  return [
    ...(current ? [`En curso: ${current.nombre}`] : []),
    missing.length === 0 ? 'ningún trimestre sin tasas' : count,
  ];
}
