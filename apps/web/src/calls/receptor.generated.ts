// Generated from packages/contract/src/receptor.ts by scripts/generate.ts. Not to be edited.
import type { receptor } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const aprobacionECF = 'POST /fe/aprobacioncomercial/api/ecf' as Address<typeof receptor.aprobacionECF>;
export const aprobacionECFDe = 'POST /:rnc/fe/aprobacioncomercial/api/ecf' as Address<typeof receptor.aprobacionECFDe>;
export const recepcionECF = 'POST /fe/recepcion/api/ecf' as Address<typeof receptor.recepcionECF>;
export const recepcionECFDe = 'POST /:rnc/fe/recepcion/api/ecf' as Address<typeof receptor.recepcionECFDe>;
export const semillaDe = 'GET /:rnc/fe/autenticacion/api/semilla' as Address<typeof receptor.semillaDe>;
export const semillaReceptor = 'GET /fe/autenticacion/api/semilla' as Address<typeof receptor.semillaReceptor>;
export const validacionCertificado = 'POST /fe/autenticacion/api/validacioncertificado' as Address<
  typeof receptor.validacionCertificado
>;
export const validacionCertificadoDe = 'POST /:rnc/fe/autenticacion/api/validacioncertificado' as Address<
  typeof receptor.validacionCertificadoDe
>;
