/** A room of the server: a folder of a floor of apps/server/src. */
type Room = string;

/**
 * Table → the rooms other than its owner that read it in their own queries, each with the reason. The owner is the room
 * whose `tables.ts` declares the table. All other rooms call a function of the owner.
 */
export const tableReaders: Readonly<Record<string, Readonly<Record<Room, string>>>> = {
  empresa: {
    'domain/comprobantes': 'the ledger is checked for every company, and its numbers by the RNC of their issuer',
    'platform/db': 'the row of a company is the lock of its numbers',
    'platform/events': 'a record is told by the RNC of its company',
    'domain/received': 'a document names the company that receives it by its RNC',
    'features/inicio': 'the logo and the names of a company are one answer',
  },
  logo: { 'domain/companies': 'the pages of a document leave room for the logo of its company' },
  certificado: {
    'main/operation': 'the metrics tell when certificates expire',
    'features/soporte': 'the support bundle counts them by expiry',
    'domain/comprobantes': 'lost numbers are looked for where the company can sign',
  },
  fecha_vencimiento: { 'domain/comprobantes': 'the expiry of a range without one' },
  documento: {
    'main/operation': 'the metrics count what waits',
    'domain/reports': 'what is to be read for the reports comes with its place in one query',
    'features/importacion': 'its screens show and count the documents of an import',
    'features/piloto': 'the phases of the certification are groups of the documents of an import',
    'features/simulacion': 'a simulation takes its numbers and its references after the documents that exist',
    'features/catalogo': 'the catalogue is read from the documents issued',
  },
  importacion: { 'domain/comprobantes': 'the documents of a simulation, or of the pilot, stay in their import' },
  ensayo: { 'features/importacion': 'a rehearsed document is shown with the state of its rehearsal' },
  intento: { 'features/piloto': 'acceptances in a row are counted in the order of the answers' },
  numero_conciliado: { 'features/simulacion': 'a lost number is not taken again' },
  anulacion: {
    'features/simulacion': 'a voided number is not taken again',
    'features/reportes': 'the 608 has the voided ranges of its month',
  },
  secuencia: { 'features/simulacion': 'a number that a range has passed is not taken again' },
  reporte: { 'domain/reports': 'a row is written by the rule of its month, which may have been filed' },
  recibido: { 'domain/reports': 'what is to be read for the reports comes with its place in one query' },
  estadistica: { 'domain/companies': 'the list of clients shows what each issued' },
  estadistica_cambio: { 'domain/companies': 'the list of clients shows what each issued' },
  trabajo: {
    'domain/comprobantes': 'a document on its way is one with a job',
    'domain/authority': 'an outage tells how many documents wait',
    'features/importacion': 'documents on their way are counted by their jobs',
    'main/operation': 'the metrics count what waits',
    'features/soporte': 'the support bundle tells the jobs by class',
  },
  evento: { 'domain/comprobantes': 'the ledger is compared with the record' },
};
