/**
 * Topic of the signal that a rehearsal of the company changed. No event records it: screens that show a rehearsal query
 * it again.
 */
export const rehearsalTopic = (empresaId: string): string => `ensayo:${empresaId}`;
