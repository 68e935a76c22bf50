import { createContext, type ReactNode } from 'react';

/** The link to the help of the open screen; shown after its title. The layout around the screens sets it. */
export const PageHelp = createContext<ReactNode>(null);
