import { ambienteNombre, type sesion } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import type { ProfileRow, SessionRow } from '../../domain/companies/sessions-repo.ts';
import type { Opened } from './login.ts';
import type { listEmpresas } from './service.ts';

const profile = (row: ProfileRow) => ({
  userId: row.id,
  nombreUsuario: row.nombre_usuario,
  rol: row.rol,
  rncEmisor: row.rnc ?? '',
  razonSocial: row.razon_social ?? 'Sin Razón Social',
  Ambiente: ambienteNombre[row.ambiente ?? 'testecf'],
});

export const openedView = ({ key, profile: row }: Opened): AnswerOf<typeof sesion.login> => ({
  ...profile(row),
  apiKey: key,
  apiSecret: '********',
  token: key,
  expira: row.expira.toISOString(),
});

export const currentView = (
  row: ProfileRow,
  autoridad: string,
  debeActivarDosPasos: boolean,
): AnswerOf<typeof sesion.sesionActual> => ({
  ...profile(row),
  demo: row.demo ?? false,
  autoridad,
  debeActivarDosPasos,
  correo: row.correo,
  ultimoAcceso: row.acceso_anterior?.toISOString() ?? null,
  expira: row.expira.toISOString(),
});

export const sessionView = (row: SessionRow, current: string): AnswerOf<typeof sesion.listarSesiones>[number] => ({
  id: row.id,
  dispositivo: row.dispositivo,
  ip: row.ip,
  creada: row.creada.toISOString(),
  ultimoUso: row.ultimo_uso.toISOString(),
  razonSocial: row.razon_social,
  actual: row.id === current,
});

export const empresasView = (
  { empresas, invitaciones, registros, despachos }: Awaited<ReturnType<typeof listEmpresas>>,
  current: string | null,
): AnswerOf<typeof sesion.misEmpresas> => ({
  empresas: empresas.map((row) => ({
    empresaId: row.empresa_id,
    rnc: row.rnc,
    razonSocial: row.razon_social,
    nombreUsuario: row.nombre_usuario,
    rol: row.rol,
    actual: row.empresa_id === current,
  })),
  invitaciones: invitaciones.map((row) => ({
    rnc: row.rnc,
    razonSocial: row.razon_social,
    rol: row.rol,
    vence: row.invitacion_vence.toISOString(),
  })),
  solicitudes: registros.map((row) => ({
    id: row.id,
    rnc: row.rnc,
    razonSocial: row.razon_social,
    estado: row.estado === 'rechazada' ? 'rechazada' : 'pendiente',
    motivo: row.motivo,
  })),
  llevaClientes: despachos > 0 || empresas.length > 1,
});
