import { type AuthorityClient, type DgiiRoute, offers, protocol, type Service } from '@timbre/authority';
import { ambientes } from '@timbre/contract';
import { childGuards } from '@timbre/worker';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Journal } from '../../domain/comprobantes/numbers/journal.ts';
import type { Quarantine } from '../../domain/comprobantes/numbers/quarantine.ts';
import { children } from '../../domain/desk/children.ts';
import { passwordsHashed, passwordsWaiting } from '../../platform/crypto/password.ts';
import type { EngineMemory } from '../../platform/db/pglite.ts';
import type { DiskSpace } from '../../platform/process/disk-space.ts';
import type { Backlog } from './backlog-repo.ts';

/** The values collected when the metrics are read. */
interface Look {
  readonly now: Date;
  readonly uptimeMs: number;
  readonly space: DiskSpace;
  readonly journal: Journal;
  readonly quarantine: Quarantine;
  readonly authority: Pick<AuthorityClient, 'troubles'>;
  /** Undefined if the database did not answer. */
  readonly backlog: Backlog | undefined;
  /** Memory of the embedded database's thread. */
  readonly engine: EngineMemory | undefined;
}

/** A value, with the values of its labels, in order. */
type Sample = readonly [value: number, ...labels: string[]];

interface Figure {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly labels: readonly string[];
  readonly read: (look: Look) => readonly Sample[];
}

const gauge = (name: string, help: string, labels: string[], read: Figure['read']): Figure => ({
  name,
  type: 'gauge',
  help,
  labels,
  read,
});
const counter = (name: string, help: string, read: (look: Look) => number): Figure => ({
  name,
  type: 'counter',
  help,
  labels: [],
  read: (look) => [[read(look)]],
});

const one = (value: number | boolean): readonly Sample[] => [[Number(value)]];
/** The seconds until a moment; no sample if there is none. */
const secondsTo = (moment: Date | null | undefined, now: Date): readonly Sample[] =>
  moment ? one((moment.getTime() - now.getTime()) / 1_000) : [];
const prefixed = (thread: string, parts: object = {}): readonly Sample[] =>
  Object.entries(parts).map(([part, bytes]) => [bytes, `${thread} ${part}`]);

const figures: readonly Figure[] = [
  gauge('timbre_uptime_seconds', 'Segundos desde que inició el proceso', [], ({ uptimeMs }) =>
    one(Math.floor(uptimeMs / 1_000)),
  ),
  counter('process_cpu_seconds_total', 'Segundos de procesador de este proceso', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }),
  gauge('process_resident_memory_bytes', 'Memoria residente del proceso', [], () => one(process.memoryUsage.rss())),
  gauge(
    'timbre_memory_bytes',
    'Memoria por parte: la del servidor y la de la base de datos embebida',
    ['part'],
    ({ engine }) => {
      const { heapUsed: heap, external } = process.memoryUsage();
      return [...prefixed('server', { heap, external }), ...prefixed('database', engine)];
    },
  ),
  gauge('timbre_passwords_waiting', 'Contraseñas que esperan ser comprobadas, por fila', ['line'], () =>
    Object.entries(passwordsWaiting()).map(([line, waiting]) => [waiting, line]),
  ),
  gauge(
    'timbre_child_limits',
    'Qué límites tiene aquí el proceso que lee archivos ajenos: memoria del sistema, sin red, memoria vigilada por el servidor',
    ['limite'],
    () => {
      const { memory, network, watched } = childGuards();
      return [
        [Number(memory), 'memoria'],
        [Number(network), 'red'],
        [Number(watched), 'vigilancia'],
      ];
    },
  ),
  gauge('timbre_children', 'Procesos que leen archivos ajenos', [], () => one(children.look().count)),
  gauge('timbre_children_memory_bytes', 'Memoria residente de esos procesos', [], () => one(children.look().bytes)),
  {
    name: 'timbre_children_ended_total',
    type: 'counter',
    help: 'Procesos que terminaron a mitad de un archivo, por causa',
    labels: ['causa'],
    read: () => Object.entries(children.endings).map(([causa, times]) => [times, causa]),
  },
  counter('timbre_passwords_hashed_total', 'Contraseñas comprobadas o guardadas', passwordsHashed),
  gauge('timbre_disk_full', '1: no hay espacio y no se emite', [], ({ space }) => one(space.isFull())),
  gauge('timbre_journal_writable', '0: el diario de emisión no se puede escribir y no se emite', [], ({ journal }) =>
    one(journal.isWritable()),
  ),
  gauge('timbre_issue_held', '1: la emisión está detenida hasta que los diarios se comparen', [], ({ quarantine }) =>
    one(quarantine.reason() !== undefined),
  ),
  gauge('timbre_series_quarantined', 'Series de números en cuarentena', [], ({ quarantine }) =>
    one(quarantine.list().length),
  ),
  gauge(
    'timbre_authority_breaker_open',
    '1: ese servicio de la DGII no responde y no se llama; servicio «host»: todo el ambiente',
    ['ambiente', 'servicio'],
    ({ authority }) =>
      ambientes.flatMap((ambiente): Sample[] => {
        const open = new Set<string>(authority.troubles(ambiente).map(({ service }) => service ?? host));
        const all = [host, ...services.filter((service) => offers(service, ambiente))];
        return all.map((servicio) => [Number(open.has(servicio)), ambiente, servicio]);
      }),
  ),
  gauge(
    'timbre_authority_next_try_timestamp_seconds',
    'Momento en que se prueba otra vez lo que no responde',
    ['ambiente', 'servicio'],
    ({ authority, now }) =>
      ambientes.flatMap((ambiente) =>
        authority
          .troubles(ambiente)
          .map(({ service = host, waitMs }): Sample => [(now.getTime() + waitMs) / 1_000, ambiente, service]),
      ),
  ),
  gauge(
    'timbre_database_up',
    '0: la base de datos no responde y faltan las cifras que vienen de ella',
    [],
    ({ backlog }) => one(backlog !== undefined),
  ),
  gauge(
    'timbre_database_read_timestamp_seconds',
    'Cuándo se leyeron las cifras que vienen de la base de datos',
    [],
    ({ backlog }) => (backlog === undefined ? [] : one(backlog.at.getTime() / 1_000)),
  ),
  gauge('timbre_jobs', 'Trabajos en cola, por clase; a partir de 100000 no se cuentan más', ['clase'], ({ backlog }) =>
    (backlog?.jobs ?? []).map(({ clase, total }) => [total, clase]),
  ),
  gauge(
    'timbre_jobs_most_attempts',
    'Veces que se tomó sin avanzar el trabajo que más lleva',
    ['clase'],
    ({ backlog }) => (backlog?.jobs ?? []).map(({ clase, intentos }) => [intentos, clase]),
  ),
  gauge(
    'timbre_jobs_oldest_due_seconds',
    'Segundos que lleva vencido el trabajo que más lleva',
    ['clase'],
    ({ backlog, now }) =>
      (backlog?.due ?? []).map(({ clase, desde }) => [(now.getTime() - desde.getTime()) / 1_000, clase]),
  ),
  gauge(
    'timbre_documents_open',
    'Comprobantes en camino, por estado; los de la cola, contados entre 2000 de ellos',
    ['estado'],
    ({ backlog }) => [...(backlog?.documents ?? [])].map(([estado, total]) => [total, estado]),
  ),
  gauge(
    'timbre_unconfirmed_oldest_seconds',
    'Segundos que lleva sin confirmar el comprobante que más lleva',
    [],
    ({ backlog, now }) => secondsTo(backlog?.oldestUnconfirmed, now).map(([ahead]) => [-ahead]),
  ),
  gauge(
    'timbre_certificate_expiry_seconds',
    'Segundos hasta que venza el primer certificado activo de todas las empresas',
    [],
    ({ backlog, now }) => secondsTo(backlog?.certificates.nearest, now),
  ),
  gauge(
    'timbre_certificates_expiring',
    'Certificados activos que vencen en 30 días o ya vencieron',
    [],
    ({ backlog }) => (backlog === undefined ? [] : one(backlog.certificates.soon)),
  ),
];

const host = 'host';
/** The services that companies use, without status services and pages for people. */
const services = (Object.keys(protocol) as Service[]).filter((service) => {
  const { host: machine, answerKind }: DgiiRoute = protocol[service];
  return machine !== 'statusecf' && answerKind !== 'html';
});

/**
 * Registers the gauges.
 *
 * @returns sets all gauges from the values collected
 */
export function createGauges(registry: Registry): (look: Look) => void {
  const registers = [registry];
  const setters = figures.map(({ name, help, labels, type, read }) => {
    const options = { name, help, labelNames: labels, registers };
    const metric = type === 'gauge' ? new Gauge(options) : new Counter(options);
    return (look: Look) => {
      metric.reset();
      // A metric without labels reports 0 after a reset: it is removed if its value is unknown.
      if (labels.length === 0) metric.remove();
      for (const [value, ...values] of read(look))
        metric.inc(Object.fromEntries(labels.map((label, i) => [label, values[i]!])), value);
    };
  });
  return (look) => {
    for (const set of setters) set(look);
  };
}
