// Run by the build (first-page.ts next to vite.config.ts): the first page as markup, shown before its code has loaded.
import { renderToStaticMarkup, renderToString } from 'react-dom/server.edge';
import { LoginScreen } from '../features/sesion/login-screen.tsx';
import { FirstShell } from './first-shell.tsx';

/** The templates of the first page by id. React hydrates the login, and replaces the shell. */
export const templates: Readonly<Record<string, string>> = {
  'first-login': renderToString(<LoginScreen notice={undefined} />),
  'first-inside': renderToStaticMarkup(<FirstShell />).replaceAll(' style="', ' data-style="'),
};
