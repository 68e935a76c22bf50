import {
  type Account,
  type AccountMapping,
  fieldsWithAccounts,
  mappingFaults,
  mappingStatistics,
  progressOf,
} from '@timbre/reports';
import { useMemo } from 'react';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Panel } from '../../../ui/panel.tsx';
import bar from '../../../ui/progress-bar.module.css';
import { StatCard, StatGrid } from '../../../ui/stat-card.tsx';
import styles from '../mapeo.module.css';

/** Maximum length of the name of a field in the distribution. @source specification 002 §2 */
const mostCharacters = 25;
const cut = (text: string) => (text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text);

/** The progress of the mapping. */
export function StatsView({ cuentas, mapeo }: { cuentas: readonly Account[]; mapeo: AccountMapping }) {
  const stats = useMemo(() => mappingStatistics(cuentas, mapeo), [cuentas, mapeo]);
  const faltas = mappingFaults(mapeo);
  return (
    <>
      <StatGrid>
        <StatCard name="Total de cuentas" value={formatCount(stats.totalCuentas)} note="en el catálogo" />
        <StatCard name="Mapeadas" value={formatCount(stats.cuentasMapeadas)} note="alimentan un campo o tienen tipo" />
        <StatCard name="Sin mapear" value={formatCount(stats.cuentasSinMapear)} note="" />
        <StatCard
          name="Por reporte"
          value={`${formatCount(stats.distribucionPorReporte.reporte606)} · ${formatCount(stats.distribucionPorReporte.reporte607)}`}
          note="cuentas del 606 · del 607"
        />
      </StatGrid>
      {faltas.length > 0 ? (
        <Banner tone="warn" title="Falta para procesar reportes">
          {faltas.join('; ')}
        </Banner>
      ) : (
        <Banner tone="ok">El mapeo tiene lo necesario para procesar reportes.</Banner>
      )}
      {(['606', '607'] as const).map((reporte) => (
        <Distribution key={reporte} reporte={reporte} mapeo={mapeo} />
      ))}
    </>
  );
}

function Distribution({ reporte, mapeo }: { reporte: '606' | '607'; mapeo: AccountMapping }) {
  const { mapeados, total, porciento, faltan } = progressOf(reporte, mapeo);
  const mapping = reporte === '606' ? mapeo.mapping606 : mapeo.mapping607;
  const fed = fieldsWithAccounts(reporte).filter(({ id }) => (mapping[id] ?? []).length > 0);
  return (
    <Panel title={`Progreso del ${reporte}`} note={`${mapeados} de ${total} campos · ${porciento} %`}>
      <div className={styles.stats}>
        <progress className={bar.bar} max={total} value={mapeados} aria-label={`Progreso del ${reporte}`} />
        {fed.length > 0 && (
          <ul className={styles.tiles} aria-label={`Distribución del ${reporte}`}>
            {fed.map(({ id, nombre }) => (
              <li key={id} title={nombre}>
                <span>{cut(nombre)}</span>
                <b>{formatCounted(mapping[id]?.length ?? 0, 'cuenta')}</b>
              </li>
            ))}
          </ul>
        )}
        {faltan.length > 0 && <p>Faltan: {faltan.join(', ')}.</p>}
      </div>
    </Panel>
  );
}
