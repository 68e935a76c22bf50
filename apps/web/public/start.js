// Runs before the first paint. It sets the colour scheme, and starts the first calls of the screen while its code loads.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  // The stored choice (see src/lib/color-scheme.ts), else the system's.
  const choice = stored('tema');
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';

  const key = stored('apiKey');
  if (!key) return;
  const isRoot = stored('rol') === 'root';
  const mine = `/api/comprobantes/${encodeURIComponent(stored('userId') ?? '')}`;
  const always = ['/api/sesion', '/api/menu-items', `${mine}/user-configuracion`];
  const ofCompanies = ['/api/autoridad'];
  const ofScreens = {
    '/home': [
      '/api/importaciones',
      '/api/facturas?limit=50&estado=sin_confirmar',
      `${mine}/estadisticas`,
      '/api/empresa',
      '/api/secuencias',
    ],
    '/excel': location.search === '' ? ['/api/importaciones'] : [],
  };
  const urls = isRoot ? always : [...always, ...ofCompanies, ...(ofScreens[location.pathname] ?? [])];
  const calls = new Map();
  for (const url of urls) {
    const call = fetch(url, { headers: { authorization: `Bearer ${key}` }, credentials: 'omit', cache: 'no-store' });
    call.catch(() => undefined); // the code that takes the call handles its failure
    calls.set(url, call);
  }
  // Taken by src/lib/first-calls.ts.
  window.timbreStart = { key, calls, lastEvent: stored('ultimoEvento') };
})();
