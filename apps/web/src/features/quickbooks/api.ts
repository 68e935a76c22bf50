import * as calls from '../../calls/quickbooks.generated.ts';
import { caller } from '../../lib/api.ts';

const patient = { timeout: 30_000 }; // the server calls QuickBooks meanwhile (specification 002 §7)

export const reviewConnection = caller(calls.revisarQuickBooks, patient);
export const beginConnection = caller(calls.autorizarQuickBooks, patient);
export const finishConnection = caller(calls.conectarQuickBooks, patient);
export const endConnection = caller(calls.desconectarQuickBooks, patient);
