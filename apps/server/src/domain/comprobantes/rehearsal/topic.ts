/** Topic of the signal that a rehearsal of the company changed. It is in no record: screens that show one ask again. */
export const rehearsalTopic = (empresaId: string): string => `ensayo:${empresaId}`;
