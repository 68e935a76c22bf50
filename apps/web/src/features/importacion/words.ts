/** The line under the title while no import is open. */
export const screenFacts = 'Suba un libro de Excel y siga cada comprobante hasta la respuesta de la DGII.';
