import { join } from 'node:path';
import { dgiiHosts, type Hosts } from '@timbre/authority';
import { hostsAt, startSimulator } from '@timbre/simulator';
import type { Config } from '../config.ts';
import { ConfigError } from '../config-error.ts';

/** Name of the file in the data folder in which the built-in simulator stores its state. */
const simulatorFile = 'simulador.ndjson';

/**
 * The authority's addresses: the DGII, a simulator that runs elsewhere, or one started here in a thread.
 *
 * @throws ConfigError when the memory of the simulator is damaged
 */
export async function reachAuthority(config: Config): Promise<{ hosts: Hosts; close(): Promise<void> }> {
  const close = async () => undefined;
  if (config.authority === 'dgii') return { hosts: dgiiHosts, close };
  if (config.simulatorUrl !== undefined) return { hosts: hostsAt(config.simulatorUrl), close };
  const stateFile = join(config.dataDir, simulatorFile);
  return startSimulator({ stateFile }).catch((error: Error) => {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ConfigError(`La memoria del simulador está dañada (${stateFile}): muévala para empezar con una vacía`);
  });
}
