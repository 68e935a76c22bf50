import type { mapeo } from '@timbre/contract';
import type { AccountMapping } from '@timbre/reports';
import type { AnswerOf } from '@timbre/route';
import * as calls from '../../calls/mapeo.generated.ts';
import { cuentasDeQuickBooks } from '../../calls/quickbooks.generated.ts';
import { caller } from '../../lib/api.ts';

const large = { timeout: 60_000 }; // a catalogue of 20,000 accounts

export type LibroDeCuentas = AnswerOf<typeof mapeo.leerLibroDeCuentas>;
type Guardado = mapeo.Guardado;
/** The saved mapping, with its metadata. */
export type MapeoGuardado = Guardado & { readonly mapeo: AccountMapping };

export const readCatalogo = caller(calls.verCatalogoDeCuentas, large);
export const saveCatalogo = caller(calls.guardarCatalogoDeCuentas, large);
export const readQuickBooksAccounts = caller(cuentasDeQuickBooks, large);
export const readBook = caller(calls.leerLibroDeCuentas);
export const readMapeo = caller(calls.verMapeoDeCuentas, large);
export const saveMapeo = caller(calls.guardarMapeoDeCuentas, large);
export const readMappingFile = caller(calls.leerArchivoDeMapeo);
export const readColumns = caller(calls.verColumnasExcel);
export const saveColumns = caller(calls.guardarColumnasExcel);
export const readFlexible = caller(calls.verMapeoDinamico);
export const saveFlexible = caller(calls.guardarMapeoDinamico);
