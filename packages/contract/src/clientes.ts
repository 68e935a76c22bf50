import { route } from '@timbre/route';
import { Type } from 'typebox';
import { Certificado, DatosEmpresa } from './empresa.ts';
import { type Kinds, nombreDeAmbiente } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { conSiguiente, Estado, enPartes, IdParams, orNull, parteDeLista } from './shared.ts';
import { Contrasena } from './usuarios.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'clientes',
  nombre: 'Administrar Clientes',
  ruta: '/admin/clientes',
  icono: 'building',
  seccion: 'Administración',
  lugar: 3,
  soloRoot: true,
  policy: 'root',
} as const satisfies MenuItem;

/** A company, as the platform's administrator sees it. @source docs/specification.md §3, "Client (administration)" */
export const Cliente = Type.Object({
  id: Type.String(),
  rnc: Type.String(),
  razonSocial: Type.String(),
  ambiente: Type.String({ description: 'Test, Certificacion o Produccion' }),
  id_externo: Type.String(),
  apiKey: Type.String({ description: 'Enmascarada; vacía si no hay' }),
  /** Accepted invoices, of every environment. */
  facturasEmitidas: Type.Integer(),
  /** Invoices that the authority rejected, of every environment. */
  facturasRechazadas: Type.Integer(),
  /** Its first user, whose password the edit form sets. */
  UsuarioID: orNull(Type.String()),
  certificado: orNull(Certificado),
  datos: DatosEmpresa,
});

/** The companies by name; with `buscar`, those whose name or RNC contains it. 1,000 at most. */
export const listarClientes = route({
  method: 'GET',
  path: '/api/clientes',
  summary: 'Empresas de la plataforma',
  policy: 'root',
  ...enPartes('id'),
  query: Type.Object({ buscar: Type.Optional(Type.String({ maxLength: 100 })), ...parteDeLista() }),
  answer: Type.Array(Cliente),
});

/** Invoices of a company, newest first. The header `X-Siguiente` has the cursor of the next page, if there is one. */
export const facturasDeCliente = route({
  method: 'GET',
  path: '/api/clientes/:id/facturas',
  summary: 'Facturas de una empresa',
  policy: 'root',
  params: IdParams,
  query: Type.Object(parteDeLista()),
  answerHeaders: conSiguiente,
  answer: Type.Array(Type.Object({ eNCF: Type.String(), estado: Estado, monto: Type.String(), fecha: Type.String() })),
});

/** Changes a company's environment at once. */
export const cambiarAmbienteDeCliente = route({
  method: 'PATCH',
  path: '/api/clientes/:id/ambiente',
  summary: 'Cambiar el ambiente de una empresa',
  policy: 'root',
  stepUp: 'siempre',
  params: IdParams,
  body: Type.Object({ ambiente: Type.String({ minLength: 1, maxLength: 40 }) }),
  answer: Cliente,
});

/** Saves a company: multipart id, rnc, razonSocial, certificadoPass, id_externo, `certificado` (.pfx), datos (JSON). */
export const guardarCliente = route({
  method: 'PUT',
  path: '/api/clientes/:id',
  summary: 'Modificar una empresa',
  policy: 'root',
  stepUp: 'siempre',
  params: IdParams,
  bodyKind: 'multipart',
  form: {
    id: { kind: 'text', description: 'El de la dirección' },
    rnc: { kind: 'text', description: 'RNC o cédula' },
    razonSocial: { kind: 'text', description: 'Nombre o razón social' },
    certificadoPass: {
      kind: 'text',
      description: 'Contraseña del certificado; la máscara de asteriscos no cambia nada',
    },
    id_externo: { kind: 'text', description: 'Identificador en otro sistema' },
    certificado: { kind: 'file', description: 'Certificado digital (.pfx)' },
    datos: {
      kind: 'json',
      description: 'Datos que llevan sus comprobantes; reemplazan a los que tenía',
      schema: DatosEmpresa,
    },
  },
  maxBodyBytes: 256 * 1024,
  answer: Cliente,
});

/**
 * Registers a company and its first user. When the platform's administrator calls, the company may work at once; its Secret Key,
 * and the code for a user who already has that e-mail, are in this answer only. For any other caller it is a request, and the
 * answer is always the same.
 */
export const registrar = route({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Registrar una empresa',
  policy: 'publico',
  credential: 'opcional',
  stepUp: 'siempre',
  body: Type.Object({
    nombreUsuario: Type.Optional(Type.String({ maxLength: 200, description: 'El mismo correo: con él se entra' })),
    correo: Type.String({ minLength: 3, maxLength: 200 }),
    contrasena: Contrasena,
    rncEmisor: Type.String({ minLength: 9, maxLength: 13 }),
    razonSocial: Type.String({ minLength: 1, maxLength: 150 }),
    /** Stored with a request, and copied to the company when it is approved. */
    datos: Type.Optional(DatosEmpresa),
  }),
  status: 201,
  answer: Type.Object({
    mensaje: Type.String(),
    aprobacionPendiente: Type.Boolean(),
    apiSecret: Type.Optional(Type.String()),
    /** Where the e-mail already has a user: that user accepts with this code, and keeps the password. */
    invitacion: Type.Optional(Type.String()),
  }),
});

/** The kinds of events that it records. */
export const kinds = {
  'ambiente.cambiado': {
    grupo: 'ambiente',
    frase: (d) => `Cambió el ambiente de ${nombreDeAmbiente(d.antes)} a ${nombreDeAmbiente(d.ambiente)}`,
  },
  'empresa.modificada': {
    grupo: 'empresa',
    frase: ({ campos }) => `Modificó los datos de la empresa: ${(campos as string[]).join(', ')}`,
  },
} as const satisfies Kinds;
