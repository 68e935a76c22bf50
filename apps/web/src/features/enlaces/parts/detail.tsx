import type { enlaces } from '@timbre/contract';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import styles from '../buyers-page.module.css';
import { withDates } from '../words.ts';

type Compartido = enlaces.Compartido;

/** The lines of a shared document and its totals, which add up from top to bottom. */
export function Detail({ shared }: { shared: Compartido }) {
  const { lineas, totalDeLineas, ajustes, totales, monedas, secciones, leyendas } = shared;
  const other = monedas[1];
  return (
    <section className={styles.card} aria-labelledby="detalle">
      <header className={styles.detailHead}>
        <h2 id="detalle">Detalle</h2>
        <span>{formatCounted(totalDeLineas, 'línea')}</span>
      </header>
      <ol className={styles.lines}>
        {lineas.map((linea) => (
          <li key={linea.numero}>
            <span>
              {linea.exento && <abbr title="Exento">E</abbr>} {linea.descripcion}
              <small>
                {linea.cantidad} × {linea.precio} {linea.unidad}
              </small>
              {linea.detalles.map(({ nombre, valor }) => (
                <small key={`${nombre} ${valor}`}>{nombre === '' ? valor : `${nombre}: ${valor}`}</small>
              ))}
            </span>
            <b>{linea.valor}</b>
          </li>
        ))}
      </ol>
      {totalDeLineas > lineas.length && (
        <p className={styles.quiet}>{`Y ${formatCount(totalDeLineas - lineas.length)} líneas más en el PDF.`}</p>
      )}
      <dl className={styles.totals}>
        {other !== undefined && (
          <div className={styles.currencies}>
            <dt>Importes en RD$</dt>
            <dd>{other}</dd>
          </div>
        )}
        {[...ajustes, ...totales].map(({ nombre, valor, clase, otraMoneda }) => (
          <div key={`${nombre} ${valor}`} data-kind={clase}>
            <dt>{nombre}</dt>
            <dd>
              {clase === 'total' ? `RD$ ${valor}` : valor}
              {otraMoneda !== undefined && <small>{otraMoneda}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {secciones.map(({ titulo, datos }) => (
        <section key={titulo} className={styles.more} aria-label={titulo}>
          <h3>{titulo}</h3>
          {datos.map(({ nombre, valor }) => (
            <p key={`${nombre} ${valor}`}>{withDates(nombre === '' ? valor : `${nombre}: ${valor}`)}</p>
          ))}
        </section>
      ))}
      {leyendas.map((leyenda) => (
        <p key={leyenda} className={styles.quiet}>
          {leyenda}
        </p>
      ))}
    </section>
  );
}
