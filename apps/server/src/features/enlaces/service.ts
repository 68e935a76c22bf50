import type { enlaces as contract } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import { replacesContingency } from '../../domain/comprobantes/queries/replacement.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { newId } from '../../platform/db/id.ts';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import * as repo from './repo.ts';

const dayMs = 24 * 60 * 60_000;

/** Bytes of the secret in an address: 144 bits, as 24 characters. */
const tokenBytes = 18;

/**
 * The last part of the address of a link: derived from its id, so that it can be shown again without being stored
 * (docs/design/buyers-page.md#the-address).
 */
const tokenOf = ({ keyring }: { readonly keyring: Keyring }, id: string): string =>
  keyring.digest('buyer links', id).subarray(0, tokenBytes).toString('base64url');

/** The stored form of the last part of an address. */
export const digestOf = ({ keyring }: { readonly keyring: Keyring }, token: string): Buffer =>
  keyring.digest('buyer link look-up', token);

/** The setting of a company; the one of a company that never chose. */
const ajusteOf = async (tx: Tx, empresaId: string): Promise<contract.AjusteDeEnlaces> =>
  (await repo.findAjuste(tx, empresaId)) ?? { activo: false, dias: 90 };

export const viewAjuste = ({ db }: Pick<Context, 'db'>, empresaId: string): Promise<contract.AjusteDeEnlaces> =>
  db.tenant(empresaId, (tx) => ajusteOf(tx, empresaId));

/** Changes the setting. Links that exist keep their expiry. */
export const saveAjuste = (
  { db, events }: Context,
  empresaId: string,
  ajuste: contract.AjusteDeEnlaces,
  by: Actor,
): Promise<contract.AjusteDeEnlaces> =>
  db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const { activo, dias } = ajuste;
    const before = await ajusteOf(tx, empresaId);
    if (before.activo === activo && before.dias === dias) return before;
    await repo.storeAjuste(tx, { empresa_id: empresaId, activo, dias });
    await events.append(tx, empresaId, [
      { tipo: 'configuracion.enlaces', datos: { activo, dias, ...by } },
      configuracionEvent('enlaces'),
    ]);
    return { activo, dias };
  });

/** A document of a company, by the address of this installation. */
interface Named {
  readonly empresaId: string;
  readonly id: string;
  readonly address: string;
}

const viewOf = (ctx: Context, address: string, activo: boolean, link: repo.Link | undefined) => ({
  activo,
  enlace:
    activo && link !== undefined
      ? {
          url: `${address}/f/${tokenOf(ctx, link.id)}`,
          creado: link.creado.toISOString(),
          por: link.por,
          vence: link.vence?.toISOString() ?? null,
        }
      : null,
});

/** The link of a document. @throws Problem `recurso/no-encontrado` */
export const viewLink = (ctx: Context, { empresaId, id, address }: Named): Promise<contract.EnlaceDeDocumento> =>
  ctx.db.tenant(empresaId, async (tx) => {
    const [row, { activo }, link] = await Promise.all([
      findDocumento(tx, empresaId, id),
      ajusteOf(tx, empresaId),
      repo.findLink(tx, empresaId, id, ctx.clock.now()),
    ]);
    if (row === undefined) return refuse('recurso/no-encontrado');
    return viewOf(ctx, address, activo, link);
  });

/**
 * Makes the link of a document, unless it has a valid one.
 *
 * @throws Problem `recurso/no-encontrado`, also for a summary; `enlaces/desactivados`, `documento/sin-firmar`,
 * `enlaces/rechazado`, `entrega/contingencia`
 */
export const shareDocument = (
  ctx: Context,
  { empresaId, id, address }: Named,
  by: Actor,
): Promise<contract.EnlaceDeDocumento> =>
  ctx.db.tenant(empresaId, async (tx) => {
    const [row, { activo, dias }] = await Promise.all([findDocumento(tx, empresaId, id), ajusteOf(tx, empresaId)]);
    if (row === undefined || row.es_rfce) return refuse('recurso/no-encontrado');
    if (!activo) return refuse('enlaces/desactivados', 'Un administrador los activa en Configuración');
    if (row.xml === null || row.codigo_seguridad === null) return refuse('documento/sin-firmar');
    const creado = ctx.clock.now();
    const valid = await repo.findLink(tx, empresaId, id, creado);
    if (valid !== undefined) return viewOf(ctx, address, activo, valid);
    if (row.estado === 'rechazado') return refuse('enlaces/rechazado');
    if (replacesContingency(row.xml)) return refuse('entrega/contingencia');
    const made = { id: newId(creado), creado, por: by.por, vence: dias && new Date(creado.getTime() + dias * dayMs) };
    const hmac = digestOf(ctx, tokenOf(ctx, made.id));
    if (await repo.insertLink(tx, { empresa_id: empresaId, documento_id: id, hmac, ...made })) {
      const datos = { eNCF: row.encf, ...by };
      await ctx.events.append(tx, empresaId, [{ tipo: 'documento.compartido', sujeto: id, datos }]);
    }
    return viewOf(ctx, address, activo, await repo.findLink(tx, empresaId, id, creado));
  });

/** Closes the link of a document, if it has one. @throws Problem `recurso/no-encontrado` */
export const unshareDocument = (ctx: Context, { empresaId, id, address }: Named, by: Actor) =>
  ctx.db.tenant(empresaId, async (tx) => {
    const row = await findDocumento(tx, empresaId, id);
    if (row === undefined) return refuse('recurso/no-encontrado');
    if (await repo.deleteLink(tx, empresaId, id)) {
      const datos = { eNCF: row.encf, ...by };
      await ctx.events.append(tx, empresaId, [{ tipo: 'documento.no_compartido', sujeto: id, datos }]);
    }
    const { activo } = await ajusteOf(tx, empresaId);
    return viewOf(ctx, address, activo, undefined);
  });
