/** The first parts of the addresses that everybody may open, with a session or without. */
const openToAll = ['ensayo', 'verificar', 'enciclopedia'];

/** Whether a page is open without a session. */
export const isPublicPage = (pathname: string): boolean => openToAll.includes(pathname.split('/')[1] ?? '');
