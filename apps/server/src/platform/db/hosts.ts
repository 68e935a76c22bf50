/** The servers that may hold the database: one, or a primary and its standbys. */
export interface Hosts {
  /** How many there are. */
  readonly count: number;
  /** All of them in the form of PostgreSQL's own programs, without the parameter that only Timbre uses. */
  readonly forLibpq: string;
  /** Address of the host to connect to, for `pg`. */
  current(): string;
  /**
   * Reports that this host does not answer or accepts no writes: the next one becomes current, unless it already is.
   */
  failed(address: string): void;
}

const parts = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/;

/** Accepted values of `target_session_attrs`: Timbre needs to write. */
const writable: readonly (string | null)[] = [null, 'read-write', 'primary'];

/**
 * Parses an address with one or several hosts, in libpq's form: `postgres://user@one:5432,two:5432/name`.
 *
 * @throws Error with the fault of the address, in Spanish
 */
export function parseHosts(databaseUrl: string): Hosts {
  const [, before = '', list = '', after = ''] = parts.exec(databaseUrl) ?? [];
  if (before === '') throw new Error('debe empezar por postgres:// o postgresql://');
  demandWritable(after);
  const addresses = list.split(',').map((host) => without('target_session_attrs', before + host + after));
  let at = 0;
  return {
    count: addresses.length,
    forLibpq: without('prepared', databaseUrl),
    current: () => addresses[at]!,
    failed(address) {
      if (address === addresses[at]) at = (at + 1) % addresses.length;
    },
  };
}

function demandWritable(after: string): void {
  if (!writable.includes(new URLSearchParams(after.split('?')[1]).get('target_session_attrs')))
    throw new Error('solo admite target_session_attrs=read-write (o primary): Timbre escribe');
}

/** An address without one of its parameters. */
function without(parameter: string, address: string): string {
  const [path = '', query = ''] = address.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete(parameter);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
