import { tipoNombre } from '@timbre/contract/tables';
import { formatTaxId, tiposECF } from '@timbre/values';
import { formatAmount } from '../../../lib/format.ts';
import { onlyDefined } from '../../../lib/search-params.ts';
import { typedAmount } from '../../../lib/typed-amount.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ChoiceChip, TextChip } from '../../../ui/filter-chip.tsx';
import { PeriodChip } from '../../../ui/period-chip.tsx';
import { SearchBar } from '../../../ui/search-bar.tsx';
import text from '../../../ui/text.module.css';
import {
  datesOf,
  type Filters,
  isAmountFilter,
  narrowingOf,
  type Respuesta,
  respuestas,
  withDates,
} from '../filters.ts';

const tipoOptions = tiposECF.map((value) => ({ value, word: `E${value}`, label: `E${value} · ${tipoNombre[value]}` }));
const respuestaOptions = (Object.keys(respuestas) as Respuesta[]).map((value) => ({
  value,
  word: respuestas[value],
  label: respuestas[value],
}));

interface Props {
  filters: Filters;
  /** @param typing a text is being typed: the change replaces the history entry instead of adding one */
  onChange: (filters: Filters, typing?: boolean) => void;
}

/**
 * The filters of the list. They are stored in the address, and one button clears them. On a phone they can be unfolded.
 */
export function FilterBar({ filters, onChange }: Props) {
  const now = Date.now();
  const { rncEmisor } = useSesion();
  const change = (part: { [K in keyof Filters]?: Filters[K] | '' | undefined }, typing?: boolean) =>
    onChange(onlyDefined<Filters>({ ...filters, ...part }), typing);
  const narrowed = Object.keys(narrowingOf(filters)).length > 0;
  return (
    <SearchBar
      label="Buscar eNCF, emisor o RNC"
      search={filters.buscar}
      onSearch={(buscar) => change({ buscar }, true)}
      onClear={narrowed ? () => onChange({}) : undefined}
    >
      <PeriodChip
        name="Emisión"
        period={datesOf(filters, now)}
        onChange={(period) => onChange(withDates(filters, period, now))}
      />
      <ChoiceChip
        name="Aprobación comercial"
        value={filters.respuesta}
        options={respuestaOptions}
        onChange={(respuesta) => change({ respuesta })}
      />
      <ChoiceChip name="Tipo" value={filters.tipo} options={tipoOptions} onChange={(tipo) => change({ tipo })} />
      <TextChip name="eNCF" maxLength={13} value={filters.encf} onChange={(encf) => change({ encf })} />
      <TextChip name="Emisor" maxLength={100} value={filters.emisor} onChange={(emisor) => change({ emisor })} />
      <TextChip
        name="Monto desde"
        label="Monto desde, en RD$"
        maxLength={22}
        value={filters.montoMinimo}
        shown={filters.montoMinimo && `RD$ ${formatAmount(filters.montoMinimo)}`}
        faultOf={(typed) =>
          isAmountFilter(typedAmount(typed))
            ? undefined
            : 'Escriba un monto en RD$, como 1,500.00, con dos decimales o menos'
        }
        onChange={(typed) => change({ montoMinimo: typed && typedAmount(typed) })}
      />
      <span className={text.quiet} title="Las facturas recibidas son las de su empresa">
        Comprador {formatTaxId(rncEmisor)}
      </span>
    </SearchBar>
  );
}
