import { formatTaxId } from '@timbre/values';

interface Issued {
  readonly eNCF: string;
  readonly razonSocialComprador?: string | null;
  readonly rncComprador?: string | null;
}

/**
 * Returns the buyer of a document: the name, else the RNC. Without either, only an E32 is shown as sold to a consumer.
 */
export const buyerOf = ({ eNCF, razonSocialComprador, rncComprador }: Issued): string =>
  razonSocialComprador ??
  (rncComprador ? formatTaxId(rncComprador) : (withoutBuyer[eNCF.slice(0, 3)] ?? 'Sin comprador'));

/** The text shown if there is no buyer, by type. */
const withoutBuyer: Readonly<Record<string, string>> = { E32: 'Consumidor final', E43: 'No aplica' };
