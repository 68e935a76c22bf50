import { join } from 'node:path';
import { dgiiHosts, type Hosts } from '@timbre/authority';
import { hostsAt, startSimulator } from '@timbre/simulator';
import type { Config } from '../domain/config.ts';
import { ConfigError } from '../platform/process/config-error.ts';

/** Name of the file in the data folder in which the built-in simulator stores its state. */
const simulatorFile = 'simulador.ndjson';

/** The authority as configured for this server. */
interface Reached {
  readonly hosts: Hosts;
  /** True if it is a simulator that no other server uses. */
  readonly isOwnSimulator: boolean;
  /** Serves the simulator of this server also with a clock that can be set; undefined if it is not one. */
  readonly listenPast: (() => Promise<Hosts>) | undefined;
  close(): Promise<void>;
}

/** The notice when several servers of one database do not share a simulator. */
export const simulatorsApart =
  'Otro servidor trabaja sobre esta base de datos y este usa un simulador propio: lo que uno envía, el simulador del otro no lo conoce. Corra uno aparte (./timbre simulador) y nómbrelo en todos con TIMBRE_SIMULATOR_URL.';

/**
 * The authority's addresses: the DGII, a simulator that runs elsewhere, or one started here in a thread.
 *
 * @throws ConfigError when the stored state of the simulator is damaged
 */
export async function reachAuthority(config: Config): Promise<Reached> {
  const shared = { isOwnSimulator: false, listenPast: undefined, close: async () => undefined };
  if (config.authority === 'dgii') return { hosts: dgiiHosts, ...shared };
  if (config.simulatorUrl !== undefined) return { hosts: hostsAt(config.simulatorUrl), ...shared };
  const stateFile = join(config.dataDir, simulatorFile);
  const running = await startSimulator({ stateFile }).catch((error: Error) => {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ConfigError(`La memoria del simulador está dañada (${stateFile}): muévala para empezar con una vacía`);
  });
  return { ...running, isOwnSimulator: true };
}
