/** The first parts of the addresses that any visitor may open, with or without a session. */
const openToAll = ['ensayo', 'verificar', 'enciclopedia', 'guia'];

/** Whether a page is open without a session. */
export const isPublicPage = (pathname: string): boolean => openToAll.includes(pathname.split('/')[1] ?? '');
