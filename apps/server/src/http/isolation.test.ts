import type { ProblemCode } from '@timbre/contract';
import { pathOf, type RouteSpec } from '@timbre/route';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { findPerson } from '../cuentas/membresias.ts';
import { giveAccess } from '../cuentas/people.ts';
import { passwordOf } from '../cuentas/personas.ts';
import { insertRegistro } from '../cuentas/registros.ts';
import { newId } from '../db/id.ts';
import { documentRow } from '../testing/documento.ts';
import { makeEmpresa, type TestEmpresa } from '../testing/empresa.ts';
import { withServer } from '../testing/server.ts';
import { allows, type Caller } from './caller.ts';

// Every call in which one company can name a thing of another. The answer must be the same as for a thing that does not
// exist, and nothing of the other company may change. The rows are compared with the table of routes, so a call without
// a row fails.

vi.setConfig({ testTimeout: 300_000 });

const server = withServer();
let victim: TestEmpresa;
let stranger: TestEmpresa;
/** An import of the attacking company, for calls that name a document inside an import. */
let ownImport: string;

/** The things of a company that a call can name. */
interface Things {
  readonly rnc: string;
  readonly empresaId: string;
  readonly usuarioId: string;
  readonly nombreUsuario: string;
  readonly sesionId: string;
  readonly importacionId: string;
  readonly documentoId: string;
  readonly encf: string;
  readonly trackId: string;
  readonly rangoId: string;
  readonly rangoNCId: string;
  readonly fechaId: string;
  readonly impuestoId: string;
  readonly pedido: string;
  /** A company whose registration the person requested, and a code that invites that person. */
  readonly registroId: string;
  readonly invitacion: string;
}

/** What the attacker sends, and the expected refusal; with `answer`, the expected success, about its own data. */
interface Aim {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: object;
  readonly form?: Record<string, string | File>;
  readonly code?: ProblemCode;
  readonly answer?: unknown;
}

type Row = (things: Things) => readonly Aim[];

const notFound = { code: 'recurso/no-encontrado' } as const;
const denied = { code: 'acceso/denegado' } as const;
/** The call takes nothing that could belong to another company. */
const namesNothing: Row = () => [];

const byRncQuery: Row = ({ rnc }) => [{ query: { rncEmisor: rnc }, ...denied }];
const byUserParam: Row = ({ usuarioId }) => [{ params: { userId: usuarioId }, ...denied }];
const fecha = { serie: 'E', tipo: '31', fechaVencimiento: '2027-12-31', activo: false };
const rango = { prefijo: 'E34', cantidadDigitos: 10, desde: 1, hasta: 99 };
const xmlFile = (xml: string) => new File([xml], 'a.xml', { type: 'text/xml' });
const ecfOf = (rnc: string) =>
  xmlFile(`<ECF><Encabezado><Emisor><RNCEmisor>${rnc}</RNCEmisor></Emisor></Encabezado></ECF>`);
const rfceOf = (rnc: string) =>
  xmlFile(
    `<RFCE><Encabezado><IdDoc><eNCF>E320000000001</eNCF></IdDoc><Emisor><RNCEmisor>${rnc}</RNCEmisor></Emisor></Encabezado></RFCE>`,
  );
const acecfOf = (rnc: string) =>
  xmlFile(
    `<ACECF><DetalleAprobacionComercial><RNCComprador>${rnc}</RNCComprador></DetalleAprobacionComercial></ACECF>`,
  );

const rows: Readonly<Record<string, Row>> = {
  'DELETE /api/sesiones/:id': ({ sesionId }) => [{ params: { id: sesionId }, ...notFound }],
  'POST /api/auth/logout': namesNothing,
  'POST /api/sesion/confirmar': namesNothing,
  'POST /api/sesion/empresa': ({ empresaId }) => [{ body: { empresaId }, ...notFound }],
  'POST /api/sesion/invitacion': ({ invitacion }) => [{ body: { invitacion }, code: 'invitacion/invalida' }],
  'DELETE /api/sesion/solicitudes/:id': ({ registroId: id }) => [{ params: { id }, ...notFound }],
  'POST /api/sesion/dos-pasos/confirmar': namesNothing,
  'GET /api/comprobantes/:userId/user-configuracion': byUserParam,
  'GET /api/comprobantes/:userId/estadisticas': byUserParam,
  'POST /api/comprobantes/:userId/logo': ({ usuarioId }) => [
    { params: { userId: usuarioId }, form: { logo: new File(['x'], 'logo.png') }, ...denied },
  ],
  'GET /api/logos/:rnc': ({ rnc }) => [{ params: { rnc }, ...notFound }],
  'PUT /api/empresa/certificado': namesNothing,
  'GET /api/configuracion/:userId': byUserParam,
  'POST /api/configuracion/guardar-configuracion': ({ rnc, nombreUsuario }) => [
    { form: { RncEmisor: rnc, id_externo: 'robado' }, ...denied },
    { form: { ModificadoPor: nombreUsuario, id_externo: 'robado' }, ...denied },
  ],
  'POST /api/configuracion/validar-secreto': ({ rnc }) => [
    { body: { rncEmisor: rnc, secretoIngresado: 'x' }, ...denied },
  ],
  'POST /api/configuracion/generar-apikey': ({ rnc }) => [{ body: { rncEmisor: rnc }, ...denied }],
  'DELETE /api/configuracion/eliminar-apikey': ({ rnc }) => [{ body: { rncEmisor: rnc }, ...denied }],
  'POST /api/configuracion/certificado/descarga': namesNothing,
  'GET /api/configuracion/crearimpuestos': byRncQuery,
  'POST /api/configuracion/crearimpuestos': ({ rnc }) => [
    { body: { idImpuestoExterno: '9', descripcion: 'ITBIS 18%', rncEmisor: rnc }, ...denied },
  ],
  'PUT /api/configuracion/modificarimpuestos': ({ rnc, impuestoId }) => [
    { body: { idImpuestoExterno: impuestoId, descripcion: 'ITBIS 16%', rncEmisor: rnc }, ...denied },
    { body: { idImpuestoExterno: impuestoId, descripcion: 'ITBIS 16%', rncEmisor: stranger.rnc }, ...notFound },
  ],
  'DELETE /api/configuracion/eliminarimpuestos': ({ rnc, impuestoId }) => [
    { query: { rncEmisor: rnc, idImpuestoExterno: impuestoId }, ...denied },
    { query: { rncEmisor: stranger.rnc, idImpuestoExterno: impuestoId }, ...notFound },
  ],
  'GET /api/configuracion/campos-pdf': byRncQuery,
  'POST /api/configuracion/campos-pdf': ({ rnc }) => [
    { body: { rncEmisor: rnc, campoNombreItem: 'DescripcionItem' }, ...denied },
  ],
  'GET /api/configuracion/obtenerfechasvencimiento': byRncQuery,
  'POST /api/configuracion/guardarfechas': ({ rnc }) => [{ body: { ...fecha, rncEmisor: rnc }, ...denied }],
  'PUT /api/configuracion/actualizarfechas': ({ rnc, fechaId }) => [
    { body: { ...fecha, rncEmisor: rnc }, ...denied },
    { body: { ...fecha, rncEmisor: stranger.rnc, id: fechaId }, ...notFound },
  ],
  'DELETE /api/configuracion/eliminarfechas': ({ fechaId }) => [{ query: { id: fechaId }, ...notFound }],
  'GET /api/configuracion/rangos-notas-credito': byRncQuery,
  'POST /api/configuracion/rangos-notas-credito': ({ rnc }) => [{ body: { ...rango, rncEmisor: rnc }, ...denied }],
  'PUT /api/configuracion/rangos-notas-credito/:id': ({ rnc, rangoNCId: id }) => [
    { params: { id }, body: { ...rango, rncEmisor: rnc }, ...denied },
    { params: { id }, body: { ...rango, rncEmisor: stranger.rnc }, ...notFound },
  ],
  'DELETE /api/configuracion/rangos-notas-credito/:id': ({ rangoNCId: id }) => [{ params: { id }, ...notFound }],
  'POST /api/secuencias': namesNothing,
  'DELETE /api/secuencias/:id': ({ rangoId: id }) => [{ params: { id }, ...notFound }],
  'GET /api/secuencias/:id/numeros': ({ rangoId: id }) => [{ params: { id }, ...notFound }],
  'GET /api/facturas': ({ usuarioId, encf, trackId }) => [
    { query: { userId: usuarioId }, ...denied },
    { query: { eNCF: encf }, answer: [] },
    { query: { trackId }, answer: [] },
  ],
  'POST /fe/api/emision/ecf/EnviarFactura': ({ rnc, pedido }) => [
    {
      headers: { 'idempotency-key': pedido },
      body: { Encabezado: { IdDoc: { TipoeCF: '31' }, Emisor: { RNCEmisor: rnc } } },
      code: 'ecf/invalido',
    },
  ],
  'GET /api/documentos/:id': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
  'GET /api/documentos/:id/xml': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
  'PUT /api/documentos/:id/xml': ({ documentoId: id }) => [{ params: { id }, body: { xml: '<ECF/>' }, ...notFound }],
  'POST /api/documentos/:id/xml/validar': ({ documentoId: id }) => [
    { params: { id }, body: { xml: '<ECF/>' }, ...notFound },
  ],
  'POST /api/documentos/:id/veredicto': ({ documentoId: id }) => [
    { params: { id }, body: { estado: 'aceptado' }, ...notFound },
  ],
  'POST /api/documentos/:id/enviar': ({ documentoId: id }) => [{ params: { id }, body: {}, ...notFound }],
  'POST /api/importaciones': namesNothing,
  'GET /api/importaciones/:id': ({ importacionId: id }) => [{ params: { id }, ...notFound }],
  'POST /api/importaciones/:id/revisar': ({ importacionId: id }) => [{ params: { id }, ...notFound }],
  'GET /api/importaciones/:id/ensayo': ({ importacionId: id }) => [{ params: { id }, ...notFound }],
  'DELETE /api/importaciones/:id/ensayo': ({ importacionId: id }) => [{ params: { id }, ...notFound }],
  'POST /api/importaciones/:id/firmar': ({ importacionId: id, documentoId }) => [
    { params: { id }, body: {}, ...notFound },
    { params: { id: ownImport }, body: { ids: [documentoId] }, ...notFound },
    { params: { id }, body: { ensayo: true }, ...notFound },
    { params: { id: ownImport }, body: { ids: [documentoId], ensayo: true }, ...notFound },
  ],
  'POST /api/importaciones/:id/enviar': ({ importacionId: id, documentoId }) => [
    { params: { id }, body: {}, ...notFound },
    { params: { id: ownImport }, body: { ids: [documentoId, newId(new Date())] }, ...notFound },
    { params: { id }, body: { ensayo: true }, ...notFound },
    { params: { id: ownImport }, body: { ids: [documentoId], ensayo: true }, ...notFound },
  ],
  // A document of another company is treated as missing; then the authority is asked, with the token of the caller's
  // own company.
  'GET /api/consulta-estado': ({ documentoId: TrackId }) => [{ query: { TrackId }, code: 'autoridad/no-disponible' }],
  'POST /api/Autenticacion/ValidarSemilla': namesNothing,
  'POST /api/recepcion': ({ rnc }) => [{ form: { xml: ecfOf(rnc) }, ...denied }],
  'POST /api/recepcion-simulada': ({ rnc }) => [{ form: { xml: ecfOf(rnc) }, ...denied }],
  'POST /api/AprobacionComercial': ({ rnc }) => [{ form: { xml: acecfOf(rnc) }, ...denied }],
  'POST /api/rfce/EnviarYConsultar': ({ rnc }) => [{ form: { xml: rfceOf(rnc) }, ...denied }],
  'POST /api/XmlSigner/SignXmlFromDb': ({ rnc }) => [
    { form: { XmlFile: ecfOf(rnc) }, ...denied },
    { form: { XmlFile: rfceOf(rnc) }, ...denied },
  ],
  'POST /api/usuarios/crear': ({ usuarioId, nombreUsuario }) => {
    const body = { NombreUsuario: 'intruso', Correo: 'intruso@ejemplo.invalid', Contrasena: 'tres gatos duermen' };
    return [
      { headers: { usuarioid: usuarioId }, body, ...denied },
      { body: { ...body, UsuarioID_Creador: usuarioId }, ...denied },
      { body: { ...body, NombreUsuario_Creador: nombreUsuario }, ...denied },
    ];
  },
  'GET /api/usuarios/listar': ({ usuarioId }) => [{ headers: { usuarioid: usuarioId }, ...denied }],
  'PATCH /api/usuarios/:id/rol': ({ usuarioId: id }) => [{ params: { id }, body: { Rol: 'consulta' }, ...notFound }],
  'DELETE /api/usuarios/:id': ({ usuarioId: id }) => [{ params: { id }, ...notFound }],
  'DELETE /api/usuarios/:id/dos-pasos': ({ usuarioId: id }) => [{ params: { id }, ...notFound }],
  'POST /api/usuarios/cambiar-contrasena': ({ usuarioId: UsuarioID }) => [
    {
      body: { UsuarioID, Contrasena: 'tres gatos duermen', ConfirmarContrasena: 'tres gatos duermen' },
      ...notFound,
    },
  ],
  'GET /api/accesos-clientes/:rnc': ({ rnc }) => [{ params: { rnc }, ...notFound }],
  'GET /api/accesos-clientes/:rnc/verificar': ({ rnc }) => [
    { params: { rnc }, query: { menuId: 'facturas' }, ...notFound },
  ],
  'GET /api/auditoria': ({ nombreUsuario }) => [
    { query: { quien: nombreUsuario }, answer: { entradas: [], hayMas: false } },
  ],
  // The same filter, as a file: only the headings.
  'GET /api/auditoria/csv': ({ nombreUsuario }) => [
    { query: { quien: nombreUsuario }, answer: '\uFEFFNúmero,Fecha,Quién,IP,Qué,Tipo\r\n' },
  ],
};

const nameOf = ({ method, path }: RouteSpec) => `${method} ${path}`;

/** Calls that a company's user or key may make and that take input. */
const taking = () =>
  server.app.http.routes.filter(({ policy, params, query, headers, body, bodyKind }) => {
    const fields = body === undefined ? 0 : Object.keys((body as { properties?: object }).properties ?? {}).length;
    const open = (body as { additionalProperties?: unknown } | undefined)?.additionalProperties === true;
    return policy !== 'publico' && policy !== 'root' && (params || query || headers || bodyKind || fields > 0 || open);
  });

let things: Things;

beforeAll(async () => {
  victim = await makeEmpresa(server, { certificado: false });
  stranger = await makeEmpresa(server);
  things = {
    ...(await furnish(victim)),
    ...(await furnishPerson(victim, await makeEmpresa(server, { certificado: false }))),
  };
  ownImport = await server.ctx.db.tenant(stranger.id, (tx) => insertImport(tx, stranger.id));
});

type Tx = Parameters<Parameters<typeof server.ctx.db.tenant>[1]>[0];

async function insertImport(tx: Tx, empresa_id: string): Promise<string> {
  const id = newId(new Date());
  const row = { empresa_id, id, archivo: 'a.xlsx', estado: 'listo' as const, pasos: '[]', creada: new Date() };
  await tx.insertInto('importacion').values(row).execute();
  return id;
}

/** Creates one of each thing that can be named, for a company. */
async function furnish(company: TestEmpresa): Promise<Omit<Things, 'registroId' | 'invitacion'>> {
  const { id: empresa_id, rnc, usuarioId } = company;
  const [rangoId, rangoNCId, fechaId] = [newId(new Date()), newId(new Date()), newId(new Date())];
  const [impuestoId, pedido, trackId] = ['77', 'pedido-1001', 'd5b3e4a2-track'];
  return server.ctx.db.system(async (tx) => {
    const importacionId = await insertImport(tx, empresa_id);
    const document = documentRow(company, 31, 1, { importacion_id: importacionId, track_id: trackId });
    await tx.insertInto('documento').values(document).execute();
    const range = { empresa_id, ambiente: 'testecf' as const, desde: 1, hasta: 99, siguiente: 1, vence: null };
    await tx
      .insertInto('secuencia')
      .values([
        { ...range, id: rangoId, tipo: 31, prefijo: 'E31' },
        { ...range, id: rangoNCId, tipo: 34, prefijo: 'E34' },
      ])
      .execute();
    const expiry = { serie: 'E' as const, tipo: '31', fecha: '2027-12-31', activo: true, creada: new Date() };
    await tx
      .insertInto('fecha_vencimiento')
      .values({ empresa_id, id: fechaId, ...expiry })
      .execute();
    await tx
      .insertInto('impuesto_externo')
      .values({ empresa_id, id_impuesto_externo: impuestoId, descripcion: 'ITBIS 18%' })
      .execute();
    await tx
      .insertInto('idempotencia')
      .values({ empresa_id, clave: pedido, huella: Buffer.of(1), documento_id: document.id, creada: new Date() })
      .execute();
    const [session] = await tx.selectFrom('sesion').select('id').where('membresia_id', '=', usuarioId).execute();
    const [user] = await tx.selectFrom('membresia').select('nombre_usuario').where('id', '=', usuarioId).execute();
    return {
      rnc,
      empresaId: empresa_id,
      usuarioId,
      nombreUsuario: user!.nombre_usuario,
      sesionId: session!.id,
      importacionId,
      documentoId: document.id,
      encf: document.encf,
      trackId,
      rangoId,
      rangoNCId,
      fechaId,
      impuestoId,
      pedido,
    };
  });
}

/**
 * Creates what belongs to the person of a company: a registration that they requested, an invitation to another
 * company.
 */
async function furnishPerson({ rnc, usuarioId }: TestEmpresa, inviting: TestEmpresa) {
  const registroId = newId(new Date());
  return server.ctx.db.system(async (tx) => {
    const { persona_id, correo } = (await findPerson(tx, usuarioId))!;
    const password = (await passwordOf(tx, persona_id))!;
    const { contrasena_hash, contrasena_filtro } = password;
    const asked = { rnc: '198000997', razon_social: 'Pedida SRL', correo, contrasena_hash, ip: '', pedida: new Date() };
    await insertRegistro(tx, { id: registroId, persona_id, ...asked, contrasena_filtro });
    const member = { empresaId: inviting.id, rol: 'contador', nombreUsuario: `invitado${rnc}`, correo } as const;
    const { invitacion } = await giveAccess(server.ctx, tx, {
      ...member,
      password: { contrasena_hash, contrasena_filtro },
      propia: false,
    });
    return { registroId, invitacion };
  });
}

/** Identifiers that do not exist. */
const nothings = (): Things => {
  const id = () => newId(new Date());
  return {
    rnc: '199999990',
    empresaId: id(),
    usuarioId: id(),
    nombreUsuario: 'nadie',
    sesionId: id(),
    importacionId: id(),
    documentoId: id(),
    encf: 'E319999999999',
    trackId: 'ninguno',
    rangoId: id(),
    rangoNCId: id(),
    fechaId: id(),
    impuestoId: '88',
    pedido: 'pedido-de-nadie',
    registroId: id(),
    invitacion: 'nada-nada-nada-nada',
  };
};

/** Sends it. Gives the status and the body, without the request id and the identifiers that it repeats. */
async function send(spec: RouteSpec, aim: Aim, key: string, named: Things) {
  const form = aim.form === undefined ? undefined : new FormData();
  for (const [name, value] of Object.entries(aim.form ?? {})) form!.set(name, value);
  const encoded = form === undefined ? undefined : new Response(form);
  const response = await server.app.http.fastify.inject({
    method: spec.method,
    url: pathOf(spec, aim),
    headers: {
      authorization: `Bearer ${key}`,
      ...aim.headers,
      ...(encoded === undefined ? {} : { 'content-type': encoded.headers.get('content-type')! }),
    },
    ...(encoded === undefined ? {} : { payload: Buffer.from(await encoded.arrayBuffer()) }),
    ...(aim.body === undefined ? {} : { payload: aim.body }),
  });
  const nameless = Object.entries(named).reduce((text, [name, value]) => text.replaceAll(value, name), response.body);
  const json = /json/.test(String(response.headers['content-type']));
  const body: unknown = json ? JSON.parse(nameless) : nameless;
  if (json) delete (body as { requestId?: string }).requestId;
  return { status: response.statusCode, code: (body as { code?: string }).code, body };
}

/** A digest of all rows that the database has of a company, table by table, from the catalogue. */
async function digest({ id, usuarioId }: TestEmpresa): Promise<Record<string, string>> {
  return server.ctx.db.system(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'empresa_id' and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(tx);
    const found: Record<string, string> = {};
    const read = async (name: string, where: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ md5: string }>`
        select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as md5 from ${sql.table(name)} t where ${where}`.execute(
        tx,
      );
      found[name] = rows[0]!.md5;
    };
    for (const { name } of tables) await read(name, sql`empresa_id = ${id}`);
    await read('empresa', sql`id = ${id}`);
    const { persona_id } = (await findPerson(tx, usuarioId))!;
    await read('sesion', sql`persona_id = ${persona_id}`);
    await read('persona', sql`id = ${persona_id}`);
    await read('registro', sql`persona_id = ${persona_id}`);
    await read('membresia', sql`persona_id = ${persona_id} or empresa_id = ${id}`);
    return found;
  });
}

test('every call that takes something says what of another company it could name', () => {
  expect(Object.keys(rows).sort()).toEqual(taking().map(nameOf).sort());
});

test('what belongs to another company is answered as what nobody has, and stays as it was', async () => {
  const before = await digest(victim);
  expect(Object.keys(before).length).toBeGreaterThan(15);
  const unknown = nothings();
  const person = { via: 'sesion', rol: 'administrador' } as Caller;
  const program = { via: 'clave' } as Caller;
  let asked = 0;
  for (const spec of taking()) {
    const row = rows[nameOf(spec)]!;
    const [aims, blanks] = [row(things), row(unknown)];
    for (const [at, aim] of aims.entries()) {
      for (const [caller, key] of [
        [person, stranger.sesion],
        [program, stranger.clave],
      ] as const) {
        const where = `${nameOf(spec)} ${at} ${caller.via}`;
        const got = await send(spec, aim, key, things);
        const wanted = allows(spec.policy, caller) ? aim : denied;
        if (wanted.code === undefined) expect([where, got.body]).toEqual([where, aim.answer]);
        else expect([where, got.code]).toEqual([where, wanted.code]);
        const { status, body } = await send(spec, blanks[at]!, key, unknown);
        // The authority is unreachable. Once that is known, the detail has its start time, for any caller.
        if (wanted.code === 'autoridad/no-disponible')
          expect([where, status, body]).toEqual([
            where,
            got.status,
            { ...(got.body as object), detail: expect.any(String) },
          ]);
        else expect([where, status, body]).toEqual([where, got.status, got.body]);
        asked += 1;
      }
    }
  }
  expect(asked).toBeGreaterThan(100);
  expect(await digest(victim)).toEqual(before);
});
