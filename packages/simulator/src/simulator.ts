import type { AddressInfo } from 'node:net';
import type { Hosts } from '@timbre/authority';
import type { Trust } from '@timbre/xml/node';
import { type Controls, createControls } from './control.ts';
import { trustAnyone } from './examine.ts';
import { createFaultPlan, seededRandom } from './faults.ts';
import { createHttp, prefixOf } from './http.ts';
import type { ForcedDecision } from './reception.ts';
import { Registry } from './registry.ts';
import { createRoll } from './roll.ts';
import { createSessions } from './sessions.ts';
import { clockOf, defaultSettings, type Settings, type World } from './world.ts';

/** Options of a simulator. */
export interface SimulatorOptions {
  /** NDJSON file that stores what was received; without it, the data end when the simulator closes. */
  readonly stateFile?: string;
  /** Decides which certificates are trusted; unless set, any that may sign now. */
  readonly trust?: Trust;
  readonly settings?: Partial<Settings>;
  /** Wall clock, epoch milliseconds. */
  readonly now?: () => number;
  /** Seed of the random latencies and faults, to make them repeatable. */
  readonly seed?: number;
  /** Stores the text of every document in memory, for tests that compare it. */
  readonly keepDocuments?: boolean;
}

/** A simulated DGII. */
export interface Simulator {
  /**
   * Starts listening.
   *
   * @param port 0 uses any free port
   * @returns the addresses for `createAuthorityClient`
   */
  listen(port?: number, host?: string): Promise<Hosts>;
  /**
   * Serves the same data also at another address, with a clock, sessions, settings and faults of its own: documents of
   * past days are received there (setting `standsAtMs`), and the first address knows them.
   */
  listenPast(host?: string): Promise<Hosts>;
  readonly control: Controls;
  close(): Promise<void>;
}

/**
 * Creates a simulated DGII in this process, with the same paths, checks and messages, for its three environments. Tests
 * make it fail on purpose, and demonstrations use it as their authority. Nothing that it accepts has any fiscal value.
 *
 * @param options storage, trust, behaviour
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const shared: Shared = {
    registry: new Registry(options.stateFile),
    roll: createRoll(),
    taxpayers: new Map(),
    documents: options.keepDocuments === true ? new Map() : undefined,
  };
  const present = createFront(shared, options);
  const fronts = [present];

  return {
    control: present.control,
    listen: present.listen,
    listenPast(host) {
      const past = createFront(shared, options);
      fronts.push(past);
      return past.listen(0, host);
    },
    async close() {
      await Promise.all(fronts.map(({ close }) => close()));
      shared.registry.close();
    },
  };
}

/** The data of an authority, which all of its addresses share. */
type Shared = Pick<World, 'registry' | 'roll' | 'taxpayers' | 'documents'>;

/** An address of an authority, with a clock, sessions, settings and faults of its own. */
function createFront(shared: Shared, options: SimulatorOptions) {
  const settings: Settings = { ...defaultSettings, ...options.settings };
  const now = clockOf(settings, options.now ?? Date.now);
  const forced: ForcedDecision[] = [];
  let baseUrl = '';
  const world: World = {
    ...shared,
    now,
    settings,
    trust: options.trust ?? trustAnyone(now),
    sessions: createSessions(now),
    takeForced: (eNCF) => take(forced, eNCF),
    baseUrl: () => baseUrl,
  };
  const faults = createFaultPlan(options.seed ?? 1);
  const control = createControls(world, faults, forced);
  const random = seededRandom(options.seed ?? 1);
  const server = createHttp({ world, faults, controls: control, latency: () => latency(settings, random) });

  return {
    control,
    listen: (port = 0, host = '127.0.0.1') =>
      new Promise<Hosts>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          baseUrl = `http://${host}:${(server.address() as AddressInfo).port}`;
          resolve(hostsAt(baseUrl));
        });
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The addresses of the DGII's machines, all served at one address of a simulator. */
export const hostsAt = (baseUrl: string): Hosts => ({
  ecf: `${baseUrl}${prefixOf.ecf}`,
  fc: `${baseUrl}${prefixOf.fc}`,
  statusecf: `${baseUrl}${prefixOf.statusecf}`,
});

function take(forced: ForcedDecision[], eNCF: string): ForcedDecision | undefined {
  const at = forced.findIndex((order) => order.eNCF === undefined || order.eNCF === eNCF);
  return at === -1 ? undefined : forced.splice(at, 1)[0];
}

function latency({ latencyMs }: Settings, random: () => number): Promise<void> | undefined {
  const [least, most] = typeof latencyMs === 'number' ? [latencyMs, latencyMs] : latencyMs;
  if (most <= 0) return undefined;
  return new Promise((resolve) => setTimeout(resolve, least + random() * (most - least)));
}
