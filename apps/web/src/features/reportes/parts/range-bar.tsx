import { Button, NativeSelect } from '@mantine/core';
import { addMonths, formatFecha, periodoOf } from '@timbre/values';
import { useState } from 'react';
import { periodName } from '../../../lib/period.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { DateField } from '../../../ui/date-field.tsx';
import styles from '../reportes.module.css';
import { faultOfDates, monthOfRango, type Rango, rangoOfMonth } from '../search.ts';

interface Props {
  rango: Rango;
  onApply: (rango: Rango) => void;
}

const monthsOffered = 18;

/** The dates of the reports. A month is selected with one click; other dates take effect once they are applied. */
export function RangeBar({ rango, onApply }: Props) {
  const [desde, setDesde] = useState(rango.fechaDesde);
  const [hasta, setHasta] = useState(rango.fechaHasta);
  const [fault, setFault] = useState<string>();
  const now = Date.now();
  const current = periodoOf(formatFecha(now));
  const months = Array.from({ length: monthsOffered }, (_, ago) => addMonths(current, -ago));
  const month = monthOfRango(rango);
  const isApplied = desde === rango.fechaDesde && hasta === rango.fechaHasta;

  function apply() {
    const wrong = faultOfDates(desde, hasta);
    setFault(wrong);
    if (wrong === undefined) onApply({ fechaDesde: desde, fechaHasta: hasta });
  }

  return (
    <search className={`${card.card} ${styles.range}`} aria-label="Fechas de los reportes">
      <NativeSelect
        label="Mes"
        value={month ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = months.find((one) => one === value);
          if (chosen) onApply(rangoOfMonth(chosen));
        }}
        data={[
          ...(month !== undefined && months.includes(month) ? [] : [{ value: month ?? '', label: 'Otras fechas' }]),
          ...months.map((value) => {
            const { fechaDesde, fechaHasta } = rangoOfMonth(value);
            return { value, label: periodName({ desde: fechaDesde, hasta: fechaHasta }, now) };
          }),
        ]}
      />
      <DateField label="Fecha Desde" value={desde} onChange={setDesde} />
      <DateField label="Fecha Hasta" value={hasta} onChange={setHasta} />
      <Button variant={isApplied ? 'default' : 'filled'} onClick={apply}>
        Aplicar Filtros
      </Button>
      {fault && <Banner>{fault}</Banner>}
    </search>
  );
}
