/** A room of the server: a folder of apps/server/src. */
type Room = string;

/** Where the SQL of a table stands. */
export interface Owner {
  /** The one room that writes it. */
  readonly room: Room;
  /** Rooms that read it in a query of their own, each with its reason. */
  readonly readers?: Readonly<Record<Room, string>>;
}

/** The owner of each table. The other rooms use a named function of the owner. */
export const tableOwners: Readonly<Record<string, Owner>> = {
  empresa: {
    room: 'cuentas',
    readers: {
      comprobantes: 'the ledger is checked for every company, and its numbers by the RNC of their issuer',
      db: 'the row of a company is the lock of its numbers',
      events: 'a record is told by the RNC of its company',
      'features/inicio': 'the logo and the names of a company are one answer',
    },
  },
  persona: { room: 'cuentas' },
  membresia: { room: 'cuentas' },
  registro: { room: 'cuentas' },
  sesion: { room: 'cuentas' },
  clave_api: { room: 'cuentas' },
  certificado: {
    room: 'cuentas',
    readers: {
      operation: 'the metrics tell when certificates expire',
      comprobantes: 'lost numbers are looked for where the company can sign',
    },
  },
  solicitud: { room: 'cuentas' },
  secuencia: { room: 'comprobantes' },
  fecha_vencimiento: { room: 'features/configuracion', readers: { comprobantes: 'the expiry of a range without one' } },
  importacion: { room: 'features/importacion' },
  documento: { room: 'comprobantes', readers: { operation: 'the metrics count what waits' } },
  intento: { room: 'comprobantes' },
  ensayo: { room: 'comprobantes' },
  numero_conciliado: { room: 'comprobantes' },
  numero_perdido: { room: 'comprobantes' },
  diario: { room: 'comprobantes' },
  idempotencia: { room: 'comprobantes' },
  estadistica: {
    room: 'comprobantes',
    readers: { cuentas: 'the list of clients shows what each issued' },
  },
  estadistica_cambio: {
    room: 'comprobantes',
    readers: { cuentas: 'the list of clients shows what each issued' },
  },
  trabajo: {
    room: 'jobs',
    readers: {
      comprobantes: 'a document on its way is one with a job',
      autoridad: 'an outage tells how many documents wait',
      operation: 'the metrics count what waits',
    },
  },
  autoridad_estado: { room: 'autoridad' },
  evento: {
    room: 'events',
    readers: { comprobantes: 'the ledger is compared with the record' },
  },
  evento_cabeza: { room: 'events' },
  llave_plataforma: { room: 'cuentas' },
  logo: { room: 'features/inicio' },
  impuesto_externo: { room: 'features/configuracion' },
};
