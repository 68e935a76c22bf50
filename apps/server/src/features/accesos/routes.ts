import { accesos } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, demandSelf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import * as service from './service.ts';
import { accesosView, menuView } from './view.ts';

/** Serves each company's access to menu items, and each person's menu. */
export function accesosRoutes(http: Http, ctx: Context): void {
  handle(http, accesos.verAccesos, async ({ caller, params }) =>
    accesosView(await service.viewAccesos(ctx, caller, params.rnc)),
  );

  handle(http, accesos.guardarAccesos, async ({ caller, params, body, request }) => {
    // Programs of the specification call the administrator by the role.
    if (body.modificadoPor !== caller.rol) demandSelf(caller, body.modificadoPor);
    return accesosView(await service.saveAccesos(ctx, params.rnc, body.accesos, actorOf(caller, request)));
  });

  handle(http, accesos.verificarAcceso, ({ caller, params, query }) =>
    service.checkAcceso(ctx, caller, params.rnc, query),
  );

  handle(http, accesos.menuDelUsuario, async ({ caller }) => menuView(caller, await service.ownAccesos(ctx, caller)));

  handle(http, accesos.clientesExternos, () => service.listExternal(ctx));
}
