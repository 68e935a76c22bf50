import { route } from '@timbre/route';
import { Type } from 'typebox';
import { Certificado } from './empresa.ts';
import { Estado, IdParams } from './shared.ts';
import { Contrasena } from './usuarios.ts';

/** A company, as the platform's administrator sees it (specification 000 §3, Client). */
export const Cliente = Type.Object({
  id: Type.String(),
  rnc: Type.String(),
  razonSocial: Type.String(),
  ambiente: Type.String({ description: 'Test, Certificacion o Produccion' }),
  id_externo: Type.String(),
  apiKey: Type.String({ description: 'Enmascarada; vacía si no hay' }),
  /** Accepted ones, in every environment. */
  facturasEmitidas: Type.Integer(),
  /** Its first user: whose password the edit form sets. */
  UsuarioID: Type.Union([Type.String(), Type.Null()]),
  certificado: Type.Union([Certificado, Type.Null()]),
});

/** The companies in order of name; with `buscar`, those whose name or RNC has it. 1,000 at most. */
export const listarClientes = route({
  method: 'GET',
  path: '/api/clientes',
  summary: 'Empresas de la plataforma',
  policy: 'root',
  query: Type.Object({ buscar: Type.Optional(Type.String({ maxLength: 100 })) }),
  answer: Type.Array(Cliente),
});

/** Invoices of a company, the newest first, 1,000 at most. */
export const facturasDeCliente = route({
  method: 'GET',
  path: '/api/clientes/:id/facturas',
  summary: 'Facturas de una empresa',
  policy: 'root',
  params: IdParams,
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

/** Saves a company: multipart id, rnc, razonSocial, certificadoPass, id_externo, `certificado` (.pfx). */
export const guardarCliente = route({
  method: 'PUT',
  path: '/api/clientes/:id',
  summary: 'Modificar una empresa',
  policy: 'root',
  stepUp: 'siempre',
  params: IdParams,
  bodyKind: 'multipart',
  maxBodyBytes: 256 * 1024,
  answer: Cliente,
});

/**
 * Registers a company and its first user. By the platform's administrator it may work at once, and its Secret Key is in the
 * answer, this once. By anybody else it waits for approval.
 */
export const registrar = route({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Registrar una empresa',
  policy: 'publico',
  stepUp: 'siempre',
  body: Type.Object({
    nombreUsuario: Type.Optional(Type.String({ maxLength: 200 })),
    correo: Type.String({ minLength: 3, maxLength: 200 }),
    contrasena: Contrasena,
    rncEmisor: Type.String({ minLength: 9, maxLength: 13 }),
    razonSocial: Type.String({ minLength: 1, maxLength: 150 }),
  }),
  status: 201,
  answer: Type.Object({
    mensaje: Type.String(),
    aprobacionPendiente: Type.Boolean(),
    apiSecret: Type.Optional(Type.String()),
  }),
});
