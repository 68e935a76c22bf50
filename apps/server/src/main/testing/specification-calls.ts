// The calls of the specification's three texts (§7), each as its text writes it, for main/specification-calls.test.ts.
// tests/conformance/specification-calls.test.ts shows that no line of the texts is missing here.
import { administrationCalls } from './specification-calls/administration.ts';
import { invoiceCalls } from './specification-calls/invoices.ts';
import type { SpecificationCall } from './specification-calls/place.ts';
import { reportCalls } from './specification-calls/reports.ts';

export const specificationCalls: readonly SpecificationCall[] = [
  ...administrationCalls,
  ...invoiceCalls,
  ...reportCalls,
];

/** Lines of §7 that name no path, by text, and why no call stands for them. */
export const linesWithoutPath: Readonly<Record<SpecificationCall['text'], readonly string[]>> = {
  '000': ['Logo of a company: its address is that of logoUrl, in user-configuracion'],
  '001': [
    'Files that the client makes itself: XML, acknowledgement, PDF',
    'State of a delivery: the path is not shown; ours is GET /consulta-estado?TrackId',
    'XML templates of the client: ours are GET /api/plantillas/{archivo}',
  ],
  '002': [
    'Percentages that the client shows while a template is made',
    'Catalogue, mapping and its automatic making by other services: the paths are not shown',
    'Consent at the page of QuickBooks: no call of ours',
    'Modules that the client loads late',
    'Check of the token, company and vendor of a transaction: the paths are not shown; ours are below /quickbooks',
  ],
};
