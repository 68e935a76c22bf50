import { EmptyState } from '../../../ui/empty-state.tsx';
import { columnas } from '../words.ts';
import styles from './columns-help.module.css';

/** The columns of a workbook of approvals, shown while none is loaded. */
export const ColumnsHelp = () => (
  <>
    <EmptyState
      title="Aquí verá una tarjeta por cada aprobación"
      detail="Elija arriba el libro de Excel: una fila por comprobante, en la primera hoja, con estas columnas."
    />
    <div className={styles.frame}>
      <table className={styles.columns}>
        <thead>
          <tr>
            <th scope="col">Columna</th>
            <th scope="col">Qué lleva</th>
            <th scope="col">Si falta</th>
          </tr>
        </thead>
        <tbody>
          {columnas.map(({ name, meaning, usual }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{meaning}</td>
              <td>{usual ?? 'Es obligatoria'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
);
