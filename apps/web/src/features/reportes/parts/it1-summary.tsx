import { formatAmount } from '../../../lib/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { StatCard, StatGrid } from '../../../ui/stat-card.tsx';
import text from '../../../ui/text.module.css';
import type { ResumenIT1 } from '../api.ts';
import styles from '../reportes.module.css';
import { HeadRow } from './head-row.tsx';

const categorias = {
  ingreso: 'Ingreso',
  gasto: 'Gasto',
  calculo: 'Cálculo',
  impuesto: 'Impuesto',
  resultado: 'Resultado',
} as const;

const figuresOf = (resumen: ResumenIT1) =>
  (
    [
      ['Total de ingresos', resumen.totalIngresos],
      ['Total de gastos', resumen.totalGastos],
      ['Utilidad bruta', resumen.utilidadBruta],
      ['Utilidad neta', resumen.utilidadNeta],
      ['ITBIS de ventas', resumen.itbisVentas],
      ['ITBIS de compras', resumen.itbisCompras],
      ['ITBIS a pagar', resumen.itbisAPagar],
      ['Impuesto sobre la renta', resumen.impuestoRenta],
    ] as const
  ).map(([name, value]) => ({ name, value: `RD$ ${formatAmount(value)}` }));

/** «Resumen gerencial»: income, expenses and the amount owed. @source specification 002 §3 */
export function IT1Summary({ resumen }: { resumen: ResumenIT1 }) {
  const figures = figuresOf(resumen);
  return (
    <>
      <StatGrid wide longest={Math.max(...figures.map(({ value }) => value.length))}>
        {figures.map(({ name, value }) => (
          <StatCard key={name} name={name} value={value} />
        ))}
      </StatGrid>
      <Panel title="Resumen gerencial" note={resumen.nota}>
        <div className={styles.scroll}>
          <table className={styles.plain} aria-label="Resumen gerencial">
            <HeadRow of={['Concepto', { right: 'Monto' }, { right: 'ITBIS' }]} />
            <tbody>
              {resumen.detalle.map(({ id, concepto, categoria, monto, itbis }) => (
                <tr key={id} data-strong={categoria === 'resultado'}>
                  <th scope="row">
                    {concepto}
                    <span className={`${text.quiet} ${styles.under}`}>{categorias[categoria]}</span>
                  </th>
                  <td data-right="true">{formatAmount(monto)}</td>
                  <td data-right="true">{formatAmount(itbis)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  );
}
