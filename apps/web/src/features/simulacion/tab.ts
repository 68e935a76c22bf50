import { onlyDefined } from '../../lib/search-params.ts';

/** The tab of an address: the manual one by default. */
export const readTab = (search: Record<string, unknown>): { tab?: 'batch' } =>
  onlyDefined({ tab: search.tab === 'batch' ? ('batch' as const) : undefined });
