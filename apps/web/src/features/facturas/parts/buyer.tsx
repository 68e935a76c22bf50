import type { facturas } from '@timbre/contract';
import { formatTaxId } from '@timbre/values';
import { buyerOf } from '../../../lib/buyer.ts';
import text from '../../../ui/text.module.css';
import styles from './buyer.module.css';

/** The buyer of an invoice, with the RNC if there is room for all of it. */
export function Buyer({ factura }: { factura: facturas.Factura }) {
  const name = buyerOf(factura);
  const rnc = factura.razonSocialComprador && factura.rncComprador && formatTaxId(factura.rncComprador);
  return (
    <span className={styles.buyer} title={rnc ? `${name}, ${rnc}` : name}>
      <span className={text.cut}>{name}</span> {rnc && <span className={text.quiet}>{rnc}</span>}
    </span>
  );
}
