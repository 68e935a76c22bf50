import { lazyPart } from '../../ui/lazy-part.tsx';

/** The despachos of the company, for the screen of its users. */
export const CompanyDespachos = lazyPart(async () => (await import('./parts/company-despachos.tsx')).CompanyDespachos);
