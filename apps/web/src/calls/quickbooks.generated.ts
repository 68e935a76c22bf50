// Generated from packages/contract/src/quickbooks.ts by scripts/generate.ts. Not to be edited.
import type { quickbooks } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const autorizarQuickBooks = 'POST /api/quickbooks/oauth/iniciar' as Address<
  typeof quickbooks.autorizarQuickBooks
>;
export const clienteDeQuickBooks = 'GET /api/quickbooks/customer/:id' as Address<typeof quickbooks.clienteDeQuickBooks>;
export const conectarQuickBooks = 'POST /api/quickbooks/oauth/token' as Address<typeof quickbooks.conectarQuickBooks>;
export const consultarQuickBooks = 'GET /api/quickbooks/query' as Address<typeof quickbooks.consultarQuickBooks>;
export const cuentasDeQuickBooks = 'GET /api/quickbooks/accounts' as Address<typeof quickbooks.cuentasDeQuickBooks>;
export const desconectarQuickBooks = 'DELETE /api/quickbooks/conexion' as Address<
  typeof quickbooks.desconectarQuickBooks
>;
export const empresaDeQuickBooks = 'GET /api/quickbooks/companyinfo' as Address<typeof quickbooks.empresaDeQuickBooks>;
export const estadoDeQuickBooks = 'GET /api/quickbooks/estado' as Address<typeof quickbooks.estadoDeQuickBooks>;
export const revisarQuickBooks = 'POST /api/quickbooks/revisar' as Address<typeof quickbooks.revisarQuickBooks>;
export const suplidorDeQuickBooks = 'GET /api/quickbooks/vendor/:id' as Address<typeof quickbooks.suplidorDeQuickBooks>;
