import { formatTaxId } from '@timbre/values';

interface Issued {
  readonly eNCF: string;
  readonly razonSocialComprador?: string | null;
  readonly rncComprador?: string | null;
}

/** Gives the buyer of a document: the name, else the RNC. Without either, only an E32 is a consumer's. */
export const buyerOf = ({ eNCF, razonSocialComprador, rncComprador }: Issued): string =>
  razonSocialComprador ??
  (rncComprador ? formatTaxId(rncComprador) : (withoutBuyer[eNCF.slice(0, 3)] ?? 'Sin comprador'));

/** The text shown where there is no buyer, by type. */
const withoutBuyer: Readonly<Record<string, string>> = { E32: 'Consumidor final', E43: 'No aplica' };
