import { Checkbox, Radio } from '@mantine/core';
import { featureConstants } from '@timbre/contract/tables';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import styles from '../procesar.module.css';
import type { Alcance, Dates } from '../search.ts';

export type Formato = 'xls' | 'xlsx';
type Action = 'procesar' | 'descargar' | 'inicializar' | 'validar';

interface Props {
  dates: Dates;
  tipo: Alcance;
  formato: Formato;
  /** Whether documents of months that were filed also change their reports. */
  presentados: boolean;
  /** The action in progress. */
  pending: Action | undefined;
  /** Why each action is not available now. */
  refusals: Partial<Record<Action, string | undefined>>;
  onDates: (dates: Partial<Dates>) => void;
  onTipo: (tipo: Alcance) => void;
  onFormato: (formato: Formato) => void;
  onPresentados: (presentados: boolean) => void;
  onAction: (action: Action) => void;
}

/** @source specification 002 §2, "Process reports" */
const names: Readonly<Record<Action, string>> = {
  procesar: 'Procesar y Descargar',
  descargar: 'Solo Descargar',
  inicializar: 'Inicializar BD',
  validar: 'Validar Mapeos',
};

const formatos = [
  { value: 'xls', label: '.xls' },
  { value: 'xlsx', label: '.xlsx' },
] as const;

/** The dates, the scope of the processing and of the download, and the buttons. */
export function Actions(props: Props) {
  const { dates, tipo, formato, presentados, pending, refusals } = props;
  const { onDates, onTipo, onFormato, onPresentados, onAction } = props;
  return (
    <Panel title="Período y tipo de descarga">
      <div className={styles.form}>
        <div className={styles.dates}>
          <DateField
            label="Fecha Inicio"
            value={dates.fechaInicio}
            onChange={(fechaInicio) => onDates({ fechaInicio })}
          />
          <DateField label="Fecha Fin" value={dates.fechaFin} onChange={(fechaFin) => onDates({ fechaFin })} />
        </div>
        <Radio.Group label="Tipo de descarga" value={tipo} onChange={(value) => onTipo(value as Alcance)}>
          <div className={styles.kinds}>
            {featureConstants.procesar.alcances.map(({ tipo: value, nombre }) => (
              <Radio key={value} value={value} label={nombre} />
            ))}
          </div>
        </Radio.Group>
        <Segmented label="Formato del archivo" options={formatos} value={formato} onChange={onFormato} />
        <Checkbox
          label="Incluir los meses ya presentados"
          description="Cambia reportes que ya presentó: después debe rectificarlos en la Oficina Virtual."
          checked={presentados}
          onChange={(event) => onPresentados(event.currentTarget.checked)}
        />
      </div>
      <div className={styles.buttons}>
        {(Object.keys(names) as Action[]).map((action) => (
          <ActionButton
            key={action}
            {...(action === 'procesar' && { variant: 'filled' })}
            loading={pending === action}
            disabled={refusals[action] !== undefined || pending !== undefined}
            title={refusals[action]}
            onClick={() => onAction(action)}
          >
            {names[action]}
          </ActionButton>
        ))}
      </div>
      {refusals.procesar && <p className={styles.unmet}>{refusals.procesar}</p>}
    </Panel>
  );
}
