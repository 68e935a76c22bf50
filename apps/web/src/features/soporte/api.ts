import * as soporteCalls from '../../calls/soporte.generated.ts';
import { caller } from '../../lib/api.ts';

/** The check of the numbers takes up to half a minute. */
export const downloadBundle = caller(soporteCalls.paqueteDeSoporte, { timeout: 120_000 });
