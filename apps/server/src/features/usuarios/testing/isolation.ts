import { afterItem, denied, isolate, notFound } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'POST /api/usuarios/crear': ({ usuarioId, nombreUsuario }) => {
      const body = { NombreUsuario: 'intruso', Correo: 'intruso@ejemplo.invalid', Contrasena: 'tres gatos duermen' };
      return [
        { headers: { usuarioid: usuarioId }, body, ...denied },
        { body: { ...body, UsuarioID_Creador: usuarioId }, ...denied },
        { body: { ...body, NombreUsuario_Creador: nombreUsuario }, ...denied },
      ];
    },
    'GET /api/usuarios/listar': ({ usuarioId }) => [
      { headers: { usuarioid: usuarioId }, ...denied },
      afterItem(usuarioId),
    ],
    'PATCH /api/usuarios/:id/rol': ({ usuarioId: id }) => [{ params: { id }, body: { Rol: 'consulta' }, ...notFound }],
    'DELETE /api/usuarios/:id': ({ usuarioId: id }) => [{ params: { id }, ...notFound }],
    'DELETE /api/usuarios/:id/dos-pasos': ({ usuarioId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/usuarios/cambiar-contrasena': ({ usuarioId: UsuarioID }) => [
      {
        body: { UsuarioID, Contrasena: 'tres gatos duermen', ConfirmarContrasena: 'tres gatos duermen' },
        ...notFound,
      },
    ],
  },
});
