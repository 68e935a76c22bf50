import { useNavigate, useSearch } from '@tanstack/react-router';
import { ambienteVisible } from '@timbre/contract/tables';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProcessStep } from './parts/process-step.tsx';
import { proceso } from './process.ts';
import { usePilot } from './use-pilot.ts';

/** The fifteen steps of the DGII's certification, with Timbre's part in each. One of them is open. */
export function PilotoScreen() {
  const pilot = usePilot();
  const { data, error, refetch } = pilot;
  const navigate = useNavigate();
  const { paso } = useSearch({ from: '/piloto' });
  const done = data?.proceso.filter(({ hecho }) => hecho !== null).length ?? 0;
  const current = data?.proceso.find(({ hecho }) => hecho === null)?.numero ?? proceso.length;
  const open = paso === undefined ? current : Number(paso);
  return (
    <>
      <PageHeader
        title="Piloto de certificación"
        facts={
          data ? [`${done} de ${proceso.length} pasos hechos`, `Ambiente ${ambienteVisible[data.ambiente]}`] : undefined
        }
      />
      <div className={card.stack}>
        {data?.ambiente === 'ecf' && (
          <Banner tone="info" title="La empresa está en producción">
            El piloto trabaja en Pruebas y en Certificación. Los pasos se muestran como quedaron.
          </Banner>
        )}
        {error && <LoadFailure title="No se pudo leer la certificación." error={error} onRetry={refetch} />}
        {data ? (
          <ol className={card.card} aria-label="Pasos del proceso de certificación">
            {proceso.map((step) => (
              <ProcessStep
                key={step.numero}
                step={step}
                data={data}
                pilot={pilot}
                isCurrent={step.numero === current}
                isOpen={step.numero === open}
                onToggle={() =>
                  void navigate({
                    to: '/piloto',
                    search: { paso: step.numero === open ? '0' : String(step.numero) },
                    replace: true,
                  })
                }
              />
            ))}
          </ol>
        ) : (
          !error && <Skeleton rows={15} height={48} />
        )}
      </div>
    </>
  );
}
