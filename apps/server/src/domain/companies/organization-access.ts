import { sql } from 'kysely';
import { newId } from '../../platform/db/id.ts';
import { afterCommit, type Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Accounts } from './accounts.ts';
import type { Keys } from './keys.ts';

/** The services that change access need. */
type AccessContext = Pick<Accounts, 'clock' | 'events'> & { readonly keys: Keys };

/** A company in which people of an organisation gained or lost access. */
interface Changed {
  readonly empresa_id: string;
  readonly entran: readonly string[];
  readonly salen: readonly string[];
}

/**
 * Gives and takes the memberships that follow from an organisation's consents: its administrators have access to every
 * client that consented, another member to those for whom they are responsible. A person who works for the company
 * already keeps that membership. Sessions of a membership that ends are closed with it. The record of each company has
 * who came and went.
 *
 * The organisation is locked by the caller (`holdOrganizacion`).
 *
 * @returns the companies in which access changed
 */
export async function alignAccess(
  ctx: AccessContext,
  tx: Tx,
  organizacion: { readonly id: string; readonly nombre: string },
  by: Actor,
): Promise<readonly Changed[]> {
  const salen = await takeMemberships(tx, organizacion.id);
  const entran = await giveMemberships(tx, organizacion.id, ctx.clock.now());
  if (salen.length > 0) afterCommit(tx, () => ctx.keys.forget());
  const changed = new Map<string, { empresa_id: string; entran: string[]; salen: string[] }>();
  const of = (empresa_id: string) => {
    const known = changed.get(empresa_id) ?? { empresa_id, entran: [], salen: [] };
    changed.set(empresa_id, known);
    return known;
  };
  for (const { empresa_id, correo } of salen) of(empresa_id).salen.push(correo);
  for (const { empresa_id, correo } of entran) of(empresa_id).entran.push(correo);
  // The records are locked in one order.
  const all = [...changed.values()].sort((a, b) => (a.empresa_id < b.empresa_id ? -1 : 1));
  for (const { empresa_id, ...people } of all) {
    const datos = { despacho: organizacion.nombre, ...people, ...by };
    await ctx.events.append(tx, empresa_id, [{ tipo: 'despacho.personas', datos }, configuracionEvent('usuarios')]);
  }
  return all;
}

interface Access {
  readonly empresa_id: string;
  readonly correo: string;
}

/** The memberships `(empresa_id, persona_id)` that an organisation's consents grant. */
const granted = (organizacionId: string) => sql`
  select e.id as empresa_id, m.persona_id from organizacion_cliente c
  join empresa e on e.rnc = c.rnc
  join organizacion_miembro m on m.organizacion_id = c.organizacion_id and m.persona_id is not null
    and (m.rol = 'administrador' or m.id = c.responsable_id)
  where c.organizacion_id = ${organizacionId} and c.estado = 'aceptada'`;

/** Deletes the memberships of an organisation that are not granted any more, with their sessions. */
async function takeMemberships(tx: Tx, organizacionId: string): Promise<Access[]> {
  const { rows } = await sql<Access>`
    with gone as (
      delete from membresia m where m.organizacion_id = ${organizacionId}
        and not exists (select from (${granted(organizacionId)}) g
          where g.empresa_id = m.empresa_id and g.persona_id = m.persona_id)
      returning m.empresa_id, m.persona_id)
    select g.empresa_id, p.correo from gone g join persona p on p.id = g.persona_id order by p.correo`.execute(tx);
  return rows;
}

/** Stores the memberships that are granted and missing. Their user name is the person's e-mail. */
async function giveMemberships(tx: Tx, organizacionId: string, now: Date): Promise<Access[]> {
  const { rows: missing } = await sql<Access & { persona_id: string }>`
    select g.empresa_id, g.persona_id, p.correo from (${granted(organizacionId)}) g join persona p on p.id = g.persona_id
    where not exists (select from membresia m where m.empresa_id = g.empresa_id and m.persona_id = g.persona_id)
    order by g.empresa_id, p.correo`.execute(tx);
  if (missing.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    insert into membresia (empresa_id, id, persona_id, nombre_usuario, rol, estado, organizacion_id)
    select n.empresa_id, n.id, n.persona_id, n.correo, 'contador', 'activa', ${organizacionId}::uuid
    from unnest(${missing.map(({ empresa_id }) => empresa_id)}::uuid[], ${missing.map(() => newId(now))}::uuid[],
      ${missing.map(({ persona_id }) => persona_id)}::uuid[], ${missing.map(({ correo }) => correo)}::text[])
      as n (empresa_id, id, persona_id, correo)
    on conflict do nothing returning persona_id || ' ' || empresa_id as id`.execute(tx);
  const stored = new Set(rows.map(({ id }) => id));
  return missing.filter(({ persona_id, empresa_id }) => stored.has(`${persona_id} ${empresa_id}`));
}
