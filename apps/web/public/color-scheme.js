// Before the first paint: the stored choice (see src/lib/color-scheme.ts), else the system's.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('tema');
  } catch {}
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
