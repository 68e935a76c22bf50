import type { clientes } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as aprobacionesCalls from '../../calls/aprobaciones.generated.ts';
import * as clientesCalls from '../../calls/clientes.generated.ts';
import * as inicioCalls from '../../calls/inicio.generated.ts';
import { caller } from '../../lib/api.ts';

export const readPerfil = caller(inicioCalls.userConfiguracion);
export const readEstadisticas = caller(inicioCalls.estadisticas);
export const saveLogo = caller(inicioCalls.guardarLogo);

export type Cliente = AnswerOf<typeof clientes.listarClientes>[number];

export const listClientes = caller(clientesCalls.listarClientes);
export const listSolicitudes = caller(aprobacionesCalls.solicitudesPendientes);
