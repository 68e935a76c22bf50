import { ambienteNombre, type sesion } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import type { ProfileRow, SessionRow } from './repo.ts';

const profile = (row: ProfileRow) => ({
  userId: row.id,
  nombreUsuario: row.nombre_usuario,
  rol: row.rol,
  rncEmisor: row.rnc ?? '',
  razonSocial: row.razon_social ?? 'Sin Razón Social',
  Ambiente: ambienteNombre[row.ambiente ?? 'testecf'],
});

export const loginView = (row: ProfileRow, key: string, expira: Date): AnswerOf<typeof sesion.login> => ({
  ...profile(row),
  apiKey: key,
  apiSecret: '********',
  token: key,
  expira: expira.toISOString(),
});

export const currentView = (
  row: ProfileRow,
  expira: Date,
  autoridad: string,
): AnswerOf<typeof sesion.sesionActual> => ({
  ...profile(row),
  demo: row.demo ?? false,
  autoridad,
  expira: expira.toISOString(),
});

export const sessionView = (row: SessionRow, current: string): AnswerOf<typeof sesion.listarSesiones>[number] => ({
  id: row.id,
  dispositivo: row.dispositivo,
  ip: row.ip,
  creada: row.creada.toISOString(),
  ultimoUso: row.ultimo_uso.toISOString(),
  actual: row.id === current,
});
