import { aprobaciones, clientes, configuracion, usuarios } from '@timbre/contract';
import { rncCheckDigitHolds } from '@timbre/values';
import { testPassword } from '../people.ts';
import { callsOf, formOf, type Place, type SpecificationCall } from './place.ts';

// Text 000: platform, configuration and administration.

const at = callsOf('000');

const ofUser = ({ company }: Place) => ({ params: { userId: company.usuarioId } });
const ofRnc = ({ company }: Place) => ({ params: { rnc: company.rnc } });
const byRnc = ({ company }: Place) => ({ query: { rncEmisor: company.rnc } });
const asUser = ({ company }: Place) => ({ headers: { UsuarioID: company.usuarioId } });

/** An RNC that no company has. */
function freshRNC({ fresh }: Place): string {
  const stem = `1998${String(fresh()).padStart(4, '0')}`;
  return stem + [...'0123456789'].find((last) => rncCheckDigitHolds(stem + last))!;
}

const registration = (place: Place) => {
  const correo = `registro${place.fresh()}@ejemplo.invalid`;
  const names = { nombreUsuario: correo, correo, contrasena: testPassword };
  return { ...names, rncEmisor: freshRNC(place), razonSocial: 'Empresa Por Aprobar SRL' };
};

/** A request of registration that waits. */
async function pending(place: Place) {
  const body = registration(place);
  const address = `10.7.0.${place.fresh() % 250}`;
  await place.server.call(clientes.registrar, { body }, undefined, {}, address);
  const { body: waiting } = await place.server.call(aprobaciones.solicitudesPendientes, {}, place.root);
  return { params: { id: waiting.find(({ rncEmisor }) => rncEmisor === body.rncEmisor)!.id } };
}

const userOf = ({ company, fresh }: Place) => {
  const n = fresh();
  return {
    NombreUsuario: `persona ${n}`,
    Correo: `persona${n}@ejemplo.invalid`,
    Contrasena: testPassword,
    UsuarioID_Creador: company.usuarioId,
    NombreUsuario_Creador: company.correo,
  };
};

/** Id of a new user of the company. */
async function newUser(place: Place): Promise<string> {
  const { body } = await place.server.call(usuarios.crearUsuario, { body: userOf(place) }, place.company.sesion);
  return body.UsuarioID;
}

const taxOf = ({ company, fresh }: Place) => ({
  rncEmisor: company.rnc,
  idImpuestoExterno: `IMP-${fresh()}`,
  descripcion: 'ITBIS 18%' as const,
});
async function newTax(place: Place) {
  const body = taxOf(place);
  await place.server.call(configuracion.crearImpuesto, { body }, place.company.sesion);
  return body;
}

const dateOf = ({ company, fresh }: Place, activo: boolean) => ({
  rncEmisor: company.rnc,
  serie: 'E' as const,
  tipo: '45',
  fechaVencimiento: new Date(Date.UTC(2027, 0, 1 + fresh())).toISOString(),
  activo,
});
async function newDate(place: Place) {
  const body = dateOf(place, true);
  const { body: stored } = await place.server.call(configuracion.guardarFecha, { body }, place.company.sesion);
  return { ...body, id: stored.id };
}

const rangeOf = ({ company, fresh }: Place) => {
  const descripcion = { ultimoUtilizado: 0, descripcion: 'De prueba', activo: true };
  return { rncEmisor: company.rnc, prefijo: `N${fresh()}`, cantidadDigitos: 8, desde: 1, hasta: 100, ...descripcion };
};
async function newRange(place: Place) {
  const body = rangeOf(place);
  const { body: stored } = await place.server.call(configuracion.crearRangoNC, { body }, place.company.sesion);
  return { params: { id: stored._id! }, body };
}

async function freshSecret({ server, other }: Place) {
  const { body } = await server.call(configuracion.generarSecretKey, { body: {} }, other.sesion);
  return { body: { rncEmisor: other.rnc, secretoIngresado: body.secretKey } };
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const settings = ({ company }: Place) => ({
  form: formOf({
    RncEmisor: company.rnc,
    RazonSocial: company.razonSocial,
    Ambiente: 'Test',
    NuevoAmbiente: 'Test',
    NombreCertificado: '',
    id_externo: 'externo-1',
    RangosENCF: '[]',
    AprobacionPendiente: 'false',
    ModificadoPor: company.correo,
  }),
});

const client = ({ company }: Place) => ({
  params: { id: company.id },
  form: formOf({
    id: company.id,
    rnc: company.rnc,
    razonSocial: company.razonSocial,
    certificadoPass: '',
    id_externo: 'externo-1',
  }),
});

const configured = [
  'rncEmisor',
  'razonSocial',
  'ambiente',
  'nuevoAmbiente',
  'apiKey',
  'apiSecret',
  'nombreCertificado',
  'passwordCertificado',
  'rangosENCF',
  'aprobacionPendiente',
  'id_Externo',
  'certificado',
];

export const administrationCalls: readonly SpecificationCall[] = [
  at('GET /clientes-externos', ['rnc', 'nombre', 'email'], { by: 'root' }),
  at('GET /api/accesos-clientes/{rnc}', ['configuracion.accesos'], { send: ofRnc }),
  at('PUT /api/accesos-clientes/{rnc}', 'nada', {
    by: 'root',
    send: (place) => ({
      ...ofRnc(place),
      body: {
        accesos: [{ menuId: 'facturas', habilitado: true }],
        modificadoPor: 'root',
        fechaModificacion: new Date().toISOString(),
      },
    }),
  }),
  at('GET /api/accesos-clientes/{rnc}/verificar', 'nada', { send: ofRnc }),
  at('GET /api/menu-items', ['menuItems', 'success', 'secciones']),
  at('POST /auth/login', ['userId', 'nombreUsuario', 'apiKey', 'apiSecret', 'rncEmisor', 'razonSocial', 'Ambiente'], {
    by: 'nadie',
    send: ({ other }) => ({ body: { correo: other.rnc, contrasena: testPassword } }),
  }),
  at('GET /Configuracion/{userId}', ['ambiente'], { send: ofUser }),
  at('POST /auth/register', 'nada', { by: 'nadie', send: (place) => ({ body: registration(place) }) }),
  at('POST /usuarios/crear', 'nada', { send: (place) => ({ ...asUser(place), body: userOf(place) }) }),
  at('GET /usuarios/listar', ['UsuarioID', 'NombreUsuario', 'Correo'], { send: asUser }),
  at('DELETE /usuarios/{id}', 'nada', {
    send: async (place) => ({ ...asUser(place), params: { id: await newUser(place) } }),
  }),
  at('POST /usuarios/cambiar-contrasena', 'nada', {
    send: async (place) => {
      const Contrasena = 'cuatro perros duermen';
      return { body: { UsuarioID: await newUser(place), Contrasena, ConfirmarContrasena: Contrasena } };
    },
  }),
  at('GET /comprobantes/{userId}/user-configuracion', ['rncEmisor', 'razonSocial', 'logoUrl', 'ambiente'], {
    send: ofUser,
  }),
  at(
    'GET /comprobantes/{userId}/estadisticas',
    ['E31.totalNCFUtilizados', 'E31.totalMontoVendido', 'E31.porAmbiente'],
    { send: ofUser },
  ),
  at('POST /comprobantes/{userId}/logo', 'nada', {
    send: (place) => ({
      ...ofUser(place),
      form: formOf({ logo: new File([new Uint8Array(png)], 'logo.png', { type: 'image/png' }) }),
    }),
  }),
  at('GET /configuracion/{userId}', configured, { send: ofUser }),
  at('POST /configuracion/guardar-configuracion', 'nada', { send: settings }),
  at('POST /configuracion/validar-secreto', ['validado'], { by: 'otra', send: freshSecret }),
  at('POST /configuracion/generar-apikey', ['apiKey'], {
    by: 'otra',
    send: ({ other }) => ({ body: { rncEmisor: other.rnc } }),
  }),
  at('DELETE /configuracion/eliminar-apikey', 'nada', {
    by: 'otra',
    send: async ({ server, other }) => {
      await server.call(configuracion.generarApiKey, { body: {} }, other.sesion);
      return { body: { rncEmisor: other.rnc } };
    },
  }),
  at('GET /configuracion/crearimpuestos', ['idImpuestoExterno', 'descripcion', 'rncEmisor'], {
    send: async (place) => {
      await newTax(place);
      return byRnc(place);
    },
  }),
  at('POST /configuracion/crearimpuestos', 'nada', { send: (place) => ({ body: taxOf(place) }) }),
  at('PUT /configuracion/modificarimpuestos', 'nada', {
    send: async (place) => ({ body: { ...(await newTax(place)), descripcion: 'EXENTO' } }),
  }),
  at('DELETE /configuracion/eliminarimpuestos', 'nada', {
    send: async (place) => {
      const { rncEmisor, idImpuestoExterno } = await newTax(place);
      return { query: { rncEmisor, idImpuestoExterno } };
    },
  }),
  at('POST /configuracion/campos-pdf', 'nada', {
    send: ({ company }) => ({ body: { rncEmisor: company.rnc, campoNombreItem: 'NombreItem' } }),
  }),
  at('GET /configuracion/campos-pdf', ['campoNombreItem'], { send: byRnc }),
  at('POST /Configuracion/guardarfechas', 'nada', { send: (place) => ({ body: dateOf(place, true) }) }),
  at(
    'GET /Configuracion/obtenerfechasvencimiento',
    ['id', 'rncEmisor', 'serie', 'tipo', 'fechaVencimiento', 'activo'],
    {
      send: byRnc,
    },
  ),
  at('PUT /Configuracion/actualizarfechas', 'nada', {
    send: async (place) => {
      const { id: _, ...date } = await newDate(place);
      return { body: { ...date, activo: false } };
    },
  }),
  at('DELETE /Configuracion/eliminarfechas', 'nada', {
    send: async (place) => ({ query: { id: (await newDate(place)).id } }),
  }),
  at('POST /configuracion/rangos-notas-credito', ['_id'], { send: (place) => ({ body: rangeOf(place) }) }),
  at(
    'GET /configuracion/rangos-notas-credito',
    ['_id', 'rncEmisor', 'prefijo', 'cantidadDigitos', 'desde', 'hasta', 'ultimoUtilizado', 'descripcion', 'activo'],
    { send: byRnc },
  ),
  at('PUT /configuracion/rangos-notas-credito/{id}', 'nada', { send: newRange }),
  at('DELETE /configuracion/rangos-notas-credito/{id}', 'nada', {
    send: async (place) => ({ params: (await newRange(place)).params }),
  }),
  at(
    'GET /configuracion/solicitudes-pendientes',
    ['id', 'razonSocial', 'rncEmisor', 'ambienteActual', 'nuevoAmbiente'],
    {
      by: 'root',
      send: async (place) => {
        await pending(place);
        return {};
      },
    },
  ),
  at('POST /configuracion/aprobar-solicitud/{id}', 'nada', { by: 'root', send: pending }),
  at('POST /configuracion/rechazar-solicitud/{id}', 'nada', {
    by: 'root',
    written: '/rechazar-solicitud/{id}',
    send: pending,
  }),
  at('GET /clientes', ['id', 'rnc', 'razonSocial', 'ambiente', 'apiKey', 'id_externo', 'facturasEmitidas'], {
    by: 'root',
  }),
  at('GET /clientes/{id}/facturas', ['estado'], {
    by: 'root',
    send: ({ company }) => ({ params: { id: company.id } }),
  }),
  at('PATCH /clientes/{id}/ambiente', 'nada', {
    by: 'root',
    send: ({ company }) => ({ params: { id: company.id }, body: { ambiente: 'Pruebas' } }),
  }),
  at('PUT /clientes/{id}', 'nada', { by: 'root', send: client }),
];
