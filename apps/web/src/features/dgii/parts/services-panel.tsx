import { useQuery } from '@tanstack/react-query';
import { formatClock } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { FactList } from '../../../ui/detail.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { readServicios, type Servicios } from '../api.ts';
import styles from '../dgii.module.css';

/** The state of the DGII's services and the maintenance that it announced, by its environments. */
export function ServicesPanel() {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['dgii', 'servicios'],
    meta: notLive,
    queryFn: ({ signal }) => readServicios({ signal }),
  });
  return (
    <Panel
      title="Servicios de la DGII"
      note={data && `Consultado ${formatClock(Date.parse(data.consultado))} · cada respuesta sirve un minuto`}
      actions={
        <ActionButton loading={isFetching} onClick={() => void refetch()}>
          Consultar otra vez
        </ActionButton>
      }
    >
      <div className={styles.body}>
        {error && !data && <LoadFailure title="No se pudo consultar" error={error} onRetry={refetch} />}
        {data === undefined && !error && <Skeleton rows={4} />}
        {data && data.motivo !== null && (
          <Banner tone="warn" title="No se sabe el estado de los servicios.">
            {data.motivo}
          </Banner>
        )}
        {data?.servicios.length ? <Services servicios={data.servicios} /> : null}
        {data && data.motivo === null && <Windows ventanas={data.ventanas} />}
      </div>
    </Panel>
  );
}

/** Names of the environments as the status service writes them. */
const ambientes: Readonly<Record<string, string>> = {
  precertificacion: 'Pruebas',
  certificacion: 'Certificación',
  produccion: 'Producción',
};
const ambienteOf = (name: string): string => ambientes[name.toLowerCase()] ?? name;

/** Available is one word; whatever else the DGII writes needs a look. */
const isAvailable = (estatus: string): boolean => /^disponible$/i.test(estatus.trim());

const Services = ({ servicios }: Pick<Servicios, 'servicios'>) =>
  [...new Set(servicios.map(({ ambiente }) => ambiente))].map((ambiente) => (
    <section key={ambiente} aria-label={ambienteOf(ambiente)}>
      <h3 className={styles.group}>{ambienteOf(ambiente)}</h3>
      <ul className={styles.services}>
        {servicios
          .filter((one) => one.ambiente === ambiente)
          .map(({ servicio, estatus }) => (
            <li key={servicio}>
              {servicio}
              <Chip tone={isAvailable(estatus) ? 'ok' : 'bad'}>{estatus || 'Sin dato'}</Chip>
            </li>
          ))}
      </ul>
    </section>
  ));

const Windows = ({ ventanas }: Pick<Servicios, 'ventanas'>) => (
  <section aria-label="Mantenimientos anunciados">
    <h3 className={styles.group}>Mantenimientos anunciados</h3>
    {ventanas.length === 0 ? (
      <p>La DGII no ha anunciado ninguno.</p>
    ) : (
      <FactList
        of={ventanas.map(({ ambiente, horaInicio, horaFin, dias }) => [
          `${ambienteOf(ambiente)}, de ${horaInicio} a ${horaFin}`,
          dias.map((dia) => dia.replaceAll('-', '/')).join(' · '),
        ])}
      />
    )}
  </section>
);
