// Inlined after the root of the page. It fills the root with the first page, from the templates and the session data
// stored in this browser. The code of the application takes over once it has loaded.
import { ambienteDe } from '@timbre/contract/tables';
import { formatTaxId } from '@timbre/values';
import { greeting } from '../features/inicio/greeting.ts';
import { badges } from '../lib/badges.ts';
import { isBuyersPage, isPublicPage } from '../lib/public-pages.ts';
import { stored } from './stored.ts';

const root = document.getElementById('root')!;
const path = location.pathname.replace(/\/+$/, '').toLowerCase();

/** Pages whose Mantine fields come with the code of the application: those opened from a link in a mail. */
const ofLinks = ['/recuperar', '/restablecer'];

/** Undefined: no first page. The administrator's screens wait for the server (features/sesion/required-setup.tsx). */
function templateName(): 'inside' | 'login' | undefined {
  if (ofLinks.includes(path) || isBuyersPage(path)) return undefined;
  if (stored('apiKey') !== '') return stored('rol') === 'root' ? undefined : 'inside';
  return path === '/registro' || isPublicPage(path) ? undefined : 'login';
}

/** The values that lib/use-sesion.ts has before the server has answered. */
function factsOfSession(): Record<string, string> {
  const ambiente = ambienteDe(stored('ambiente') || 'Test') ?? 'testecf';
  const name = stored('razonSocial') || 'Mi Empresa';
  const nombreUsuario = stored('nombreUsuario');
  return {
    year: String(new Date().getFullYear()),
    name,
    initial: name.charAt(0).toUpperCase(),
    rnc: formatTaxId(stored('rncEmisor') || '000000000'),
    nombreUsuario,
    greeting: `${greeting(new Date())}, ${nombreUsuario}`,
    badge: badges[ambiente],
    real: String(ambiente === 'ecf'),
  };
}

/** Removes the heads of all screens except that of this address. */
function keepHead(page: DocumentFragment): void {
  const heads = [...page.querySelectorAll<HTMLElement>('[data-at]')];
  const at = path === '' || path === '/login' ? '/home' : path;
  const headAt = (address: string) => heads.find((head) => head.dataset.at === address);
  const shownHead = (location.search && headAt(`${at}?`)) || headAt(at) || headAt('');
  for (const head of heads) if (head !== shownHead) head.remove();
}

/** Replaces the initial by the logo cached in this browser (features/inicio/logo.ts). */
function showLogo(page: DocumentFragment): void {
  const logo = stored('logoEmpresa');
  if (logo === '' || stored('logoEmpresaRnc') !== stored('rncEmisor')) return;
  for (const face of page.querySelectorAll<HTMLElement>('[data-fill="initial"]')) {
    const image = document.createElement('img');
    image.className = face.className;
    image.dataset.style = face.dataset.style;
    image.src = logo;
    face.replaceWith(image);
  }
}

const name = templateName();
if (name !== undefined) {
  const page = (document.getElementById(`first-${name}`) as HTMLTemplateElement).content;
  const facts = factsOfSession();
  keepHead(page);
  for (const element of page.querySelectorAll<HTMLElement>('[data-fill]'))
    element.textContent = facts[element.dataset.fill!] ?? '';
  for (const element of page.querySelectorAll<HTMLElement>('[data-real]')) element.dataset.real = facts.real;
  const secure = window.isSecureContext;
  const holds: Record<string, boolean> = { test: facts.real === 'false', secure, insecure: !secure };
  for (const element of page.querySelectorAll<HTMLElement>('[data-only]'))
    if (!holds[element.dataset.only!]) element.remove();
  showLogo(page);
  // The page's policy forbids `style` attributes in markup.
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style!;
  root.dataset.first = name;
  // A form submitted before the code has loaded is submitted again by it (lib/first-page.ts).
  root.addEventListener(
    'submit',
    (event) => {
      if (root.dataset.first === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      root.dataset.submitted = '';
    },
    true,
  );
  root.append(page);
}
