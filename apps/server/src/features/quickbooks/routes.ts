import { quickbooks as contract } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { ownAddress } from '../../platform/http/addresses.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { allowedSelect } from './allowed.ts';
import { demandValue, quickbooksOf } from './company.ts';
import { begin, disconnect, finish } from './connect.ts';
import { createPersons } from './persons.ts';
import * as service from './service.ts';
import { companyName, cuentaView } from './view.ts';

/**
 * Path of this server at which the built-in simulation asks for consent: a person may not be able to reach its own
 * port.
 */
export const consentPath = '/_quickbooks/connect/oauth2';

/** Serves the connection of a company with QuickBooks, and the data read from it. */
export function quickbooksRoutes(http: Http, ctx: Context): void {
  const personOf = createPersons(ctx);
  const starts = createRateLimit(ctx.clock, 10, 6);

  handle(http, contract.estadoDeQuickBooks, ({ caller }) => service.estadoDe(ctx, caller.empresaId));
  handle(http, contract.revisarQuickBooks, ({ caller }) => service.review(ctx, caller.empresaId));
  handle(http, contract.autorizarQuickBooks, async ({ caller, request }) => {
    starts.take(caller.empresaId);
    return begin(ctx, caller, ownAddress(ctx.config, request));
  });
  handle(http, contract.conectarQuickBooks, async ({ caller, body, request }) => {
    const { realm, nombre } = await finish(ctx, caller, body, actorOf(caller, request));
    const { fichaGuardada } = contract.constants;
    return { access_token: fichaGuardada, refresh_token: fichaGuardada, realmId: realm, empresa: nombre };
  });
  handle(http, contract.desconectarQuickBooks, async ({ caller, request }) => ({
    retirado: await disconnect(ctx, caller.empresaId, actorOf(caller, request)),
  }));

  handle(http, contract.consultarQuickBooks, async ({ caller, query }) => {
    const select = allowedSelect(query.query) ?? refuse('quickbooks/consulta');
    const books = await opened(caller.empresaId, query.realmId);
    const rows = await demandValue(ctx, books, await books.company.query(select));
    return { QueryResponse: { [select.from]: rows, startPosition: select.start ?? 1, maxResults: rows.length } };
  });
  handle(http, contract.cuentasDeQuickBooks, async ({ caller }) => ({
    cuentas: (await service.accountsOf(ctx, caller.empresaId)).map(cuentaView),
  }));
  handle(http, contract.suplidorDeQuickBooks, async ({ caller, params, query }) => {
    await opened(caller.empresaId, query.companyId);
    return personOf(caller.empresaId, 'Vendor', params.id);
  });
  handle(http, contract.clienteDeQuickBooks, async ({ caller, params, query }) => {
    await opened(caller.empresaId, query.companyId);
    return personOf(caller.empresaId, 'Customer', params.id);
  });
  handle(http, contract.empresaDeQuickBooks, async ({ caller }) => {
    const books = await opened(caller.empresaId);
    const info = await demandValue(ctx, books, await books.company.companyInfo());
    return { realmId: books.realm, nombre: companyName(info) };
  });

  /** The company's own data. A call that names another company of QuickBooks is refused. */
  async function opened(empresaId: string, realmId?: string) {
    const books = await quickbooksOf(ctx, empresaId);
    if (realmId !== undefined && realmId !== books.realm) refuse('quickbooks/sin-empresa');
    return books;
  }

  // The consent page of the built-in simulation: a person who reaches this server may not reach the simulation's own
  // port.
  const { consent } = ctx.quickbooks;
  if (consent !== undefined)
    http.fastify.get(consentPath, async (request, reply) => {
      const at = request.url.indexOf('?');
      const page = await consent(at === -1 ? '' : request.url.slice(at));
      for (const name of ['content-type', 'content-security-policy', 'location']) {
        const value = page.headers.get(name);
        if (value !== null) reply.header(name, value);
      }
      return reply.code(page.status).send(await page.text());
    });
}
