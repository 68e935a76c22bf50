import { useQuery } from '@tanstack/react-query';
import { useSesion } from '../../../lib/use-sesion.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CamposPdfPanel, camposPdfQuery, configuracionQuery } from '../../configuracion/shared.ts';
import styles from '../mapeo.module.css';

/** Which field of an e-CF names a product on its printed form, and which describes it. */
export function PdfFieldsView({ rnc }: { rnc: string }) {
  const { userId, puede } = useSesion();
  const { data: configuracion, error, refetch } = useQuery(configuracionQuery(userId));
  const { data } = useQuery(camposPdfQuery(rnc));
  const nombre = data?.campoNombreItem;
  if (error) return <LoadFailure title="No se pudo leer la configuración" error={error} onRetry={refetch} />;
  if (configuracion === undefined) return <Skeleton rows={4} label="Cargando" />;
  return (
    <>
      <CamposPdfPanel
        configuracion={configuracion}
        refusal={puede('administrar') === false ? 'Solo los administradores de la empresa pueden cambiarlo' : undefined}
      />
      <Panel title="Campos del formulario" note="De dónde sale cada texto de la representación impresa.">
        <dl className={styles.pdf}>
          <dt>nombreProducto</dt>
          <dd>{nombre ?? '…'}</dd>
          <dt>descripcionProducto</dt>
          <dd>{nombre === undefined ? '…' : nombre === 'NombreItem' ? 'DescripcionItem' : 'NombreItem'}</dd>
        </dl>
      </Panel>
    </>
  );
}
