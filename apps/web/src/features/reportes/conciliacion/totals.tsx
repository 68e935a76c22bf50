import type { Periodo } from '@timbre/values';
import { formatAmount, formatCount, formatCounted, formatMoment } from '../../../lib/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import text from '../../../ui/text.module.css';
import type { Conciliacion } from '../api.ts';
import { HeadRow } from '../parts/head-row.tsx';
import plain from '../reportes.module.css';
import { nombreDelMes } from '../words.ts';
import { fuentesConciliadas, fuentesEnOrden, porciento } from './clases.ts';
import styles from './conciliacion.module.css';
import type { TipoConciliado } from './queries.ts';

interface Props {
  tipo: TipoConciliado;
  periodo: Periodo;
  /** Name of the file that is compared; undefined for the TXT generated from the current data. */
  file: string | undefined;
  data: Conciliacion;
}

/** The name of what is compared with another source: `documentos` is what Timbre has itself and the TXT lists. */
const compared = (tipo: TipoConciliado, de: Conciliacion['diferencias'][number]['de']): string =>
  de !== 'documentos' ? fuentesConciliadas[de] : tipo === '607' ? 'Papel' : 'e-CF y papel';

/** Totals of each source in a month, and the differences between them. */
export function Totals({ tipo, periodo, file, data }: Props) {
  const { totales, diferencias, iguales, distintos, quickbooksLeido, txtEnPesos } = data;
  return (
    <Panel
      title={`Conciliación de ${nombreDelMes(periodo)}`}
      note={`${formatCounted(distintos, 'comprobante', 'comprobantes')} con diferencias; ${formatCounted(iguales, 'coincide', 'coinciden')}.`}
    >
      <div className={styles.totals}>
        <table className={plain.plain}>
          <HeadRow of={['Fuente', { right: 'Cantidad' }, { right: 'Monto' }, { right: 'ITBIS' }]} />
          <tbody>
            {fuentesEnOrden.map((source) => {
              const total = totales[source];
              return (
                <tr key={source}>
                  <th scope="row">{fuentesConciliadas[source]}</th>
                  {total === undefined ? (
                    <td colSpan={3} className={text.quiet} data-right="true">
                      Sin leer
                    </td>
                  ) : (
                    <>
                      <td data-right="true">{formatCount(total.cantidad)}</td>
                      <td data-right="true">{formatAmount(total.monto)}</td>
                      <td data-right="true">{formatAmount(total.itbis)}</td>
                    </>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
        <table className={plain.plain}>
          <HeadRow of={['Diferencia', { right: 'Monto' }, { right: 'ITBIS' }]} />
          <tbody>
            {diferencias.map(({ de, respectoA, monto, itbis }) => (
              <tr key={`${de} ${respectoA}`}>
                <th scope="row">{`${compared(tipo, de)} frente a ${fuentesConciliadas[respectoA]}`}</th>
                <td data-right="true">{porciento(monto)}</td>
                <td data-right="true">{porciento(itbis)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={styles.notes}>
        <li>Montos en RD$ sin impuestos; las notas de crédito restan.</li>
        {quickbooksLeido !== null && (
          <li>{`QuickBooks se leyó el ${formatMoment(quickbooksLeido)} Para leerlo otra vez, genere el reporte.`}</li>
        )}
        <li>
          {file === undefined
            ? 'TXT: el que Timbre escribiría ahora, con las filas completas.'
            : `TXT: ${file}.${txtEnPesos ? ' No lleva centavos: se compara al peso.' : ''}`}
        </li>
        {tipo === '607' && (
          <li>El TXT del 607 lleva solo lo que no es e-CF ni va en el resumen de consumo: su total es menor.</li>
        )}
      </ul>
    </Panel>
  );
}
