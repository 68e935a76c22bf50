import { findPerson } from '../../../domain/companies/memberships-repo.ts';
import { giveAccess } from '../../../domain/companies/people.ts';
import { passwordOf } from '../../../domain/companies/people-repo.ts';
import { insertRegistro } from '../../../domain/companies/registrations-repo.ts';
import { afterItem, isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';
import { bare, stranger } from '../../../main/testing/stranger.ts';
import { newId } from '../../../platform/db/id.ts';

export const isolation = isolate({
  /** A company whose registration the person of the company requested, and a code that invites that person to another. */
  async furnish(server, { rnc, usuarioId }) {
    const inviting = await stranger(server, bare);
    const registroId = newId(new Date());
    return server.ctx.db.system(async (tx) => {
      const { persona_id, correo } = (await findPerson(tx, usuarioId))!;
      const { contrasena_hash, contrasena_filtro } = (await passwordOf(tx, persona_id))!;
      const password = { contrasena_hash, contrasena_filtro };
      const asked = { rnc: `198${rnc.slice(3)}`, razon_social: 'Pedida SRL', correo, ip: '', pedida: new Date() };
      await insertRegistro(tx, { id: registroId, persona_id, ...asked, ...password });
      const member = { empresaId: inviting.id, rol: 'contador', nombreUsuario: `invitado${rnc}`, correo } as const;
      const { invitacion } = await giveAccess(server.ctx, tx, { ...member, password, propia: false });
      return { registroId, invitacion };
    });
  },
  nothing: { invitacion: 'nada-nada-nada-nada' },
  rows: {
    'GET /api/sesiones': ({ sesionId }) => [afterItem(sesionId)],
    'DELETE /api/sesiones/:id': ({ sesionId }) => [{ params: { id: sesionId }, ...notFound }],
    'POST /api/auth/logout': namesNothing,
    'POST /api/sesion/confirmar': namesNothing,
    'POST /api/sesion/empresa': ({ empresaId }) => [{ body: { empresaId }, ...notFound }],
    'POST /api/sesion/invitacion': ({ invitacion }) => [{ body: { invitacion }, code: 'invitacion/invalida' }],
    'DELETE /api/sesion/solicitudes/:id': ({ registroId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/sesion/dos-pasos/confirmar': namesNothing,
  },
});
