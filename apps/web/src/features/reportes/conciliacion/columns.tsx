import { formatTaxId } from '@timbre/values';
import { formatAmount } from '../../../lib/format.ts';
import { Chip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import type { Hallazgo } from '../api.ts';
import { clases, clasesDe, type FuenteConciliada, fuentesConciliadas, fuentesEnOrden } from './clases.ts';
import styles from './conciliacion.module.css';

/** The amount of a receipt in a source, or that the receipt is missing there, or a dash if it does not belong there. */
function Amount({ of: { valores, faltaEn }, source }: { of: Hallazgo; source: FuenteConciliada }) {
  const value = valores[source];
  if (value !== undefined) return <span className={text.amount}>{formatAmount(value.monto)}</span>;
  return faltaEn.includes(source) ? (
    <b className={styles.missing}>Falta</b>
  ) : (
    <span className={text.quiet} title="No le corresponde">
      —
    </span>
  );
}

/** The first kind of difference of a receipt, and how many more it has. */
function Difference({ of }: { of: Hallazgo }) {
  const [first, ...more] = clasesDe(of);
  if (first === undefined) return null;
  return (
    <Chip tone={first.startsWith('falta') ? 'bad' : 'warn'}>
      {more.length > 0 ? `${clases[first]} +${more.length}` : clases[first]}
    </Chip>
  );
}

const columnOf = (source: FuenteConciliada): Column<Hallazgo> => ({
  key: source,
  header: fuentesConciliadas[source],
  track: '104px',
  right: true,
  cell: (each) => <Amount of={each} source={source} />,
});

/** The columns of the receipts with differences, with the sources that take part. */
export const hallazgoColumns = (
  taking: readonly FuenteConciliada[],
  onOpen: (each: Hallazgo) => void,
): readonly Column<Hallazgo>[] => [
  {
    key: 'ncf',
    header: 'NCF',
    track: '138px',
    cell: (each) => (
      <button type="button" className={`${text.encf} ${text.encfButton}`} onClick={() => onOpen(each)}>
        {each.ncf}
      </button>
    ),
  },
  {
    key: 'rnc',
    header: 'RNC o cédula',
    track: '124px',
    from: 900,
    cell: ({ rnc }) => (rnc ? formatTaxId(rnc) : 'Sin RNC'),
  },
  ...fuentesEnOrden.filter((source) => taking.includes(source)).map(columnOf),
  {
    key: 'diferencia',
    header: 'Diferencia',
    track: 'minmax(130px, 1fr)',
    cell: (each) => <Difference of={each} />,
  },
  {
    key: 'corregir',
    header: 'Qué corregir',
    track: 'minmax(160px, 2fr)',
    from: 1_040,
    cell: ({ corregir: [first] }) =>
      first && (
        <span className={text.cut} title={first.texto}>
          {first.texto}
        </span>
      ),
  },
];

export const hallazgoKey = ({ ncf, rnc }: Hallazgo): string => `${ncf} ${rnc}`;

/** Height of {@link hallazgoCard}. */
export const hallazgoCardHeight = 150;

/** A receipt on a narrow screen. */
export const hallazgoCard = (taking: readonly FuenteConciliada[], onOpen: (each: Hallazgo) => void) =>
  function HallazgoCard(each: Hallazgo) {
    return (
      <>
        <span className={text.between}>
          <button type="button" className={`${text.encf} ${text.encfButton}`} onClick={() => onOpen(each)}>
            {each.ncf}
          </button>
          <span className={text.quiet}>{each.rnc ? formatTaxId(each.rnc) : 'Sin RNC'}</span>
        </span>
        <span className={styles.chipLine}>
          <Difference of={each} />
        </span>
        <span className={styles.values}>
          {fuentesEnOrden
            .filter((source) => taking.includes(source))
            .map((source) => (
              <span key={source}>
                <span className={text.quiet}>{fuentesConciliadas[source]}</span>
                <Amount of={each} source={source} />
              </span>
            ))}
        </span>
      </>
    );
  };
