import { Button } from '@mantine/core';
import { formatTaxId } from '@timbre/values';
import { formatAmount } from '../../../lib/format.ts';
import { documentName } from '../../../lib/quickbooks.ts';
import detail from '../../../ui/detail.module.css';
import { DetailSection } from '../../../ui/detail.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import type { Hallazgo } from '../api.ts';
import { SourceLink } from '../source-link.tsx';
import { dayOf, fuentes } from '../words.ts';
import { type Campo, campos, clases, clasesDe, type FuenteConciliada, fuentesConciliadas } from './clases.ts';
import styles from './conciliacion.module.css';

interface Props {
  row: Hallazgo;
  /** The sources that take part. */
  taking: readonly FuenteConciliada[];
  /** Goes to a row in «Preparar». */
  onGo: (fila: string) => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
}

/** The data of a receipt in each source, what to correct and where, and links to those places. */
export function HallazgoDrawer({ row, taking, onGo, onPrevious, onNext, onClose }: Props) {
  const { ncf, corregir, fila, ecf, quickbooks, campos: otherwise } = row;
  return (
    <Drawer title={ncf} noun="comprobante" onPrevious={onPrevious} onNext={onNext} onClose={onClose}>
      <div className={detail.detail}>
        <p className={styles.chips}>
          {clasesDe(row).map((clase) => (
            <Chip key={clase} tone={clase.startsWith('falta') ? 'bad' : 'warn'}>
              {clases[clase]}
            </Chip>
          ))}
        </p>
        <DetailSection title="Qué corregir">
          <ul className={styles.corrections}>
            {corregir.map(({ donde, texto }) => (
              <li key={`${donde} ${texto}`}>
                <b>{fuentesConciliadas[donde]}:</b> {texto}.
              </li>
            ))}
          </ul>
        </DetailSection>
        <DetailSection title="Qué dice cada fuente">
          <table className={detail.lines}>
            <thead>
              <tr>
                <th scope="col">Campo</th>
                {taking.map((source) => (
                  <th key={source} scope="col">
                    {fuentesConciliadas[source]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(Object.keys(campos) as Campo[]).map((field) => (
                <tr key={field} data-differs={otherwise.includes(field)} className={styles.field}>
                  <th scope="row">
                    {campos[field]}
                    {otherwise.includes(field) && <small>Distinto</small>}
                  </th>
                  {taking.map((source) => (
                    <td key={source}>
                      <StatedValue row={row} source={source} field={field} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </DetailSection>
        <div className={detail.actions}>
          {fila !== null && <Button onClick={() => onGo(fila)}>Ver la fila en Preparar</Button>}
          {ecf !== null && <SourceLink row={ecf}>Abrir el {fuentes[ecf.fuente]}</SourceLink>}
        </div>
        {quickbooks !== null && <p className={text.quiet}>{`En QuickBooks: ${documentName(quickbooks)}`}</p>}
      </div>
    </Drawer>
  );
}

function StatedValue({ row, source, field }: { row: Hallazgo; source: FuenteConciliada; field: Campo }) {
  const value = row.valores[source];
  if (value === undefined)
    return row.faltaEn.includes(source) ? (
      <b className={styles.missing}>Falta</b>
    ) : (
      <span className={text.quiet}>—</span>
    );
  if (field === 'rnc') return value.rnc ? formatTaxId(value.rnc) : 'Sin RNC';
  if (field === 'fecha') return value.fecha === null ? 'Sin fecha' : dayOf(value.fecha);
  return formatAmount(value[field]);
}
