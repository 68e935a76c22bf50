/** Who acts in the demonstration's records: its accountant. */
export const by = { por: 'demo', ip: '' };
