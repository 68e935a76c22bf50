import * as contadorCalls from '../../calls/contador.generated.ts';
import { caller } from '../../lib/api.ts';

export const listClientes = caller(contadorCalls.listarCartera);
export const listDespachos = caller(contadorCalls.misDespachos);
export const createDespacho = caller(contadorCalls.crearDespacho);
export const inviteMiembro = caller(contadorCalls.invitarMiembro);
export const changeMiembro = caller(contadorCalls.cambiarMiembro);
export const removeMiembro = caller(contadorCalls.quitarMiembro);
export const enterDespacho = caller(contadorCalls.entrarAlDespacho);
export const askClientes = caller(contadorCalls.pedirClientes);
export const assignClientes = caller(contadorCalls.asignarResponsable);
export const renewCodigo = caller(contadorCalls.renovarCodigo);
export const leaveCliente = caller(contadorCalls.quitarCliente);
export const listServing = caller(contadorCalls.despachosDeLaEmpresa);
export const acceptDespacho = caller(contadorCalls.aceptarDespacho);
export const acceptByCode = caller(contadorCalls.aceptarDespachoConCodigo);
export const endDespacho = caller(contadorCalls.terminarDespacho);
