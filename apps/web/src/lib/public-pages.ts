/** The first parts of the addresses that any visitor may open, with or without a session. */
const openToAll = ['ensayo', 'verificar', 'enciclopedia', 'guia'];

const firstPart = (pathname: string): string => pathname.split('/')[1] ?? '';

/** Whether a page is open without a session. */
export const isPublicPage = (pathname: string): boolean => openToAll.includes(firstPart(pathname));

/**
 * Whether it is the page of a shared document, or what belongs to it. It is the same with or without a session, and has
 * nothing of the application around it.
 */
export const isBuyersPage = (pathname: string): boolean => firstPart(pathname).toLowerCase() === 'f';
