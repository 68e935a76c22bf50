import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { Comprobantes } from '../api.ts';
import { camino, faseWords, lugarDe, palabras } from '../stages.ts';
import styles from './stage-track.module.css';

/** The progress of the pilot with a workbook, and how many documents of each group the DGII has accepted. */
export function StageTrack({ etapa, fases }: Pick<Comprobantes, 'etapa' | 'fases'>) {
  const { parte, estado } = lugarDe[etapa];
  const isWhole = estado === 'completo';
  return (
    <div className={styles.track}>
      <ol className={styles.way} aria-label="Etapas del piloto">
        {camino.map((nombre, i) => {
          const done = i < parte || isWhole;
          const now = i === parte && !isWhole;
          return (
            <li key={nombre} data-state={done ? 'done' : now ? estado : 'next'} aria-current={now ? 'step' : undefined}>
              {done && <IconCheck size={14} stroke={2.4} aria-label="Completado:" />}
              {now && estado === 'detenido' && <IconAlertTriangle size={14} aria-label="Detenido:" />}
              {nombre}
            </li>
          );
        })}
      </ol>
      <p className={styles.words} data-state={estado} role="status">
        {palabras[etapa]}
      </p>
      {(etapa === 'enviando' || etapa === 'detenido' || isWhole) && (
        <ul className={styles.phases}>
          {fases.map((fase) => (
            <li key={fase.fase}>
              <span>{faseWords(fase)}</span>
              <progress value={fase.aceptados} max={fase.total} aria-label={faseWords(fase)} />
            </li>
          ))}
        </ul>
      )}
      {estado === 'trabaja' && etapa !== 'enviando' && <progress aria-label={palabras[etapa]} />}
    </div>
  );
}
