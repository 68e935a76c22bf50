// The companies and persons in the receipts of the months. All are invented.

export const own = { rnc: '133009889', razonSocial: 'Empresa Independiente SRL' };
/** A supplier that issues e-CF on the same platform. */
export const electronic = { rnc: '132000013', nombre: 'Suplidora Electronica SRL' };

export const supplier = { rnc: '132111117', nombre: 'Suplidora Inventada SRL' };
export const person = { rnc: '00100000033', nombre: 'Persona Inventada' };
export const customer = { rnc: '131246796', nombre: 'Cliente Inventado SRL' };
export const government = { rnc: '401000016', nombre: 'Ayuntamiento de Villa Inventada' };
export const freeZone = { rnc: '130000018', nombre: 'Zona Franca Inventada SA' };
/** Buyers without RNC: one abroad, and an anonymous consumer. */
export const abroad = { rnc: '', nombre: 'Sample Trading LLC' };
export const nobody = { rnc: '', nombre: '' };
