import type { Settings } from './settings.ts';

/** Applies the request limits of a company, as the provider does. */
export interface Traffic {
  /** Whether a request is admitted now. If it is, call `end` once it is answered. */
  begin(realm: string): boolean;
  end(realm: string): void;
}

/** @param now a clock in milliseconds */
export function createTraffic(settings: Settings, now: () => number): Traffic {
  const companies = new Map<string, { arrived: number[]; running: number }>();
  return {
    begin(realm) {
      const company = companies.get(realm) ?? { arrived: [], running: 0 };
      companies.set(realm, company);
      const at = now();
      company.arrived = company.arrived.filter((each) => each > at - 60_000);
      const lastSecond = company.arrived.filter((each) => each > at - 1_000).length;
      const { perMinute, perSecond, atOnce } = settings;
      if (company.arrived.length >= perMinute || lastSecond >= perSecond || company.running >= atOnce) return false;
      company.arrived.push(at);
      company.running += 1;
      return true;
    },
    end(realm) {
      const company = companies.get(realm);
      if (company !== undefined) company.running -= 1;
    },
  };
}
