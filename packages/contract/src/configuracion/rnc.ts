import { Type } from 'typebox';

/** RNC of a company, with or without dashes; it must be the caller's own. */
export const Rnc = Type.String({ minLength: 9, maxLength: 13 });

/** The same in the query. */
export const RncQuery = Type.Object({ rncEmisor: Type.String() });
