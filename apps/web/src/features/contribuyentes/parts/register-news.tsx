import { formatCount, formatCounted, formatMoment } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import progress from '../../../ui/progress-card.module.css';
import type { Estado } from '../api.ts';
import styles from './register-news.module.css';

type Importacion = NonNullable<Estado['importacion']>;

const phases: Record<Importacion['fase'], string> = {
  en_espera: 'El archivo espera su turno',
  leyendo: 'Leyendo el archivo',
  ordenando: 'Preparando las búsquedas',
};

/**
 * The state of the register: an import with its progress, the failure of the last import, or that there is no register.
 */
export function RegisterNews({ estado: { registro, importacion, fallo } }: { estado: Estado }) {
  if (importacion) return <Progress {...importacion} />;
  if (fallo) {
    return (
      <Banner title={`No se importó «${fallo.archivo}»`}>
        {fallo.motivo} ({formatMoment(fallo.en)})
      </Banner>
    );
  }
  if (registro) return null;
  return (
    <Banner tone="warn" title="Registro sin importar">
      Los nombres no se completan a partir del RNC hasta que importe el archivo de la DGII.
    </Banner>
  );
}

function Progress({ archivo, fase, porcentaje, filas }: Importacion) {
  const words = `${phases[fase]}: ${archivo}`;
  return (
    <section className={`${card.card} ${styles.progress}`} aria-label="Importación">
      <p className={styles.line}>
        <b>{words}</b>
        <span aria-live="polite">
          {porcentaje}%{filas > 0 && ` · ${formatCounted(filas, 'contribuyente')}`}
        </span>
      </p>
      <div
        className={progress.bar}
        role="progressbar"
        aria-label={words}
        aria-valuenow={porcentaje}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span>
          <i style={{ transform: `scaleX(${porcentaje / 100})` }} />
        </span>
      </div>
    </section>
  );
}

/** The lines of the file that were refused, and those that repeat the number of an earlier line. */
export function RefusedLines({ registro }: { registro: NonNullable<Estado['registro']> }) {
  const { rechazadas, repetidas, motivos } = registro;
  if (rechazadas + repetidas === 0) return null;
  const counts = [
    rechazadas > 0 && formatCounted(rechazadas, 'línea rechazada', 'líneas rechazadas'),
    repetidas > 0 && formatCounted(repetidas, 'línea con un número repetido', 'líneas con un número repetido'),
  ];
  return (
    <details className={`${card.card} ${styles.refused}`}>
      <summary>Líneas que no se importaron: {counts.filter(Boolean).join(', ')}</summary>
      <ul>
        {motivos.map(({ linea, motivo }) => (
          <li key={linea}>
            Línea {formatCount(linea)}: {motivo}
          </li>
        ))}
      </ul>
    </details>
  );
}
