import { join } from 'node:path';
import { dgiiHosts, type Hosts } from '@timbre/authority';
import { hostsAt, startSimulator } from '@timbre/simulator';
import type { Config } from '../config.ts';

/** Name of the file in the data folder in which the built-in simulator stores its state. */
const simulatorFile = 'simulador.ndjson';

/** The authority's addresses: the DGII, a simulator that runs elsewhere, or one started here in a thread. */
export async function reachAuthority(config: Config): Promise<{ hosts: Hosts; close(): Promise<void> }> {
  const close = async () => undefined;
  if (config.authority === 'dgii') return { hosts: dgiiHosts, close };
  if (config.simulatorUrl !== undefined) return { hosts: hostsAt(config.simulatorUrl), close };
  return startSimulator({ stateFile: join(config.dataDir, simulatorFile) });
}
