import { ambientes as all, ambienteNombre, ambienteVisible } from '@timbre/contract/tables';

/** The environments of a company as options. The value is sent to the server (specification 000 §9). */
export const ambientes = all.map((one) => ({ value: ambienteNombre[one] as string, label: ambienteVisible[one] }));
