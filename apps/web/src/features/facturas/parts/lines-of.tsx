import { formatAmount } from '../../../lib/format.ts';
import detail from '../../../ui/detail.module.css';
import { DetailSection } from '../../../ui/detail.tsx';
import text from '../../../ui/text.module.css';

/** Maximum number of lines shown. The XML has them all. */
const most = 50;

/** The lines of a document, from its tree. */
export function LinesOf({ json }: { json: Record<string, unknown> | null }) {
  const items = [(json as Tree | null)?.DetallesItems?.Item ?? []].flat();
  if (items.length === 0) return null;
  return (
    <DetailSection title="Líneas">
      <table className={detail.lines}>
        <thead>
          <tr>
            <th>Descripción</th>
            <th>Cantidad</th>
            <th>Precio</th>
            <th>Valor</th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, most).map((item) => (
            <tr key={item.NumeroLinea}>
              <td>
                {item.NombreItem}
                {withheldOf(item) && <small className={text.quiet}> {withheldOf(item)}</small>}
              </td>
              <td>{item.CantidadItem}</td>
              <td>{formatAmount(item.PrecioUnitarioItem ?? '')}</td>
              <td>{formatAmount(item.MontoItem ?? '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {items.length > most && <p className={detail.more}>{`y ${items.length - most} líneas más en su XML`}</p>}
    </DetailSection>
  );
}

/** The amounts withheld from a line, zero included; '' if it states none. */
const withheldOf = ({ Retencion: { MontoITBISRetenido: itbis, MontoISRRetenido: isr } = {} }: Line): string =>
  [itbis && `ITBIS retenido ${formatAmount(itbis)}`, isr && `ISR retenido ${formatAmount(isr)}`]
    .filter(Boolean)
    .join(' · ');

interface Tree {
  readonly DetallesItems?: { readonly Item?: Line | readonly Line[] };
}

interface Line {
  readonly NumeroLinea?: string;
  readonly NombreItem?: string;
  readonly CantidadItem?: string;
  readonly PrecioUnitarioItem?: string;
  readonly MontoItem?: string;
  readonly Retencion?: { readonly MontoITBISRetenido?: string; readonly MontoISRRetenido?: string };
}
