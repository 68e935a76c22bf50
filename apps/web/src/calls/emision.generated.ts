// Generated from packages/contract/src/emision.ts by scripts/generate.ts. Not to be edited.
import type { emision } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const enviarFactura = 'POST /fe/api/emision/ecf/EnviarFactura' as Address<typeof emision.enviarFactura>;
export const enviarYConsultarRfce = 'POST /api/rfce/EnviarYConsultar' as Address<typeof emision.enviarYConsultarRfce>;
export const signXmlFromDb = 'POST /api/XmlSigner/SignXmlFromDb' as Address<typeof emision.signXmlFromDb>;
