import { formatTaxId } from '@timbre/values';

interface Issued {
  readonly eNCF: string;
  readonly razonSocialComprador?: string | null;
  readonly rncComprador?: string | null;
}

/** Whom a document was issued to: by name, else by RNC. Of those without either only an E32 is a consumer's. */
export const buyerOf = ({ eNCF, razonSocialComprador, rncComprador }: Issued): string =>
  razonSocialComprador ??
  (rncComprador ? formatTaxId(rncComprador) : eNCF.startsWith('E32') ? 'Consumidor final' : 'Sin comprador');
