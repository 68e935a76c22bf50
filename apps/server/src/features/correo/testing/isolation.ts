import { isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'POST /api/usuarios/:id/enlace': ({ usuarioId: id }) => [{ params: { id }, body: {}, ...notFound }],
    'GET /api/documentos/:id/correo': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/documentos/:id/correo': ({ documentoId: id }) => [
      { params: { id }, body: { para: ['otro@ejemplo.invalid'] }, ...notFound },
    ],
    'PUT /api/correo/plantilla': namesNothing,
    'POST /api/correo/plantilla/prueba': namesNothing,
  },
});
