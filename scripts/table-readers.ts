/** A room of the server: a folder of apps/server/src. */
type Room = string;

/**
 * The rooms that read a table of another in a query of their own, each with its reason. The owner is the room whose `tables.ts`
 * declares the table. All other rooms use a named function of the owner.
 */
export const tableReaders: Readonly<Record<string, Readonly<Record<Room, string>>>> = {
  empresa: {
    comprobantes: 'the ledger is checked for every company, and its numbers by the RNC of their issuer',
    db: 'the row of a company is the lock of its numbers',
    events: 'a record is told by the RNC of its company',
    recibidos: 'a document names the company that receives it by its RNC',
    'features/inicio': 'the logo and the names of a company are one answer',
  },
  certificado: {
    operation: 'the metrics tell when certificates expire',
    comprobantes: 'lost numbers are looked for where the company can sign',
  },
  fecha_vencimiento: { comprobantes: 'the expiry of a range without one' },
  documento: {
    operation: 'the metrics count what waits',
    renglones: 'what is to be read for the reports comes with its place in one query',
  },
  reporte: { renglones: 'a row is written by the rule of its month, which may have been filed' },
  recibido: { renglones: 'what is to be read for the reports comes with its place in one query' },
  estadistica: { cuentas: 'the list of clients shows what each issued' },
  estadistica_cambio: { cuentas: 'the list of clients shows what each issued' },
  trabajo: {
    comprobantes: 'a document on its way is one with a job',
    autoridad: 'an outage tells how many documents wait',
    operation: 'the metrics count what waits',
  },
  evento: { comprobantes: 'the ledger is compared with the record' },
};
