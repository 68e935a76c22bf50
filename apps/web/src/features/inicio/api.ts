import * as inicioCalls from '../../calls/inicio.generated.ts';
import { caller } from '../../lib/api.ts';

export const readPerfil = caller(inicioCalls.userConfiguracion);
export const readEstadisticas = caller(inicioCalls.estadisticas);
export const saveLogo = caller(inicioCalls.guardarLogo);
