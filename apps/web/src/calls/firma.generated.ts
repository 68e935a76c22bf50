// Generated from packages/contract/src/firma.ts by scripts/generate.ts. Not to be edited.
import type { firma } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const enviarYConsultarRfce = 'POST /api/rfce/EnviarYConsultar' as Address<typeof firma.enviarYConsultarRfce>;
export const signXmlFromDb = 'POST /api/XmlSigner/SignXmlFromDb' as Address<typeof firma.signXmlFromDb>;
