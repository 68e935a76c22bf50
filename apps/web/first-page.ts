import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** Marker that Vite leaves in a style sheet for its own use. */
const viteMark = /\/\*\$vite\$.*?\*\//;

/** Stub of the browser globals that the modules of the login use when they are loaded. */
const browser = 'const window = { addEventListener() {} }, localStorage = { getItem: () => null };';

/** Builds one module with all its imports, in memory. */
async function bundle(path: string, { ssr, output, treeshake }: Bundled): Promise<string> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr,
      write: false,
      minify: !ssr,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: source(path),
        ...(treeshake && { treeshake }),
        output: { ...output, codeSplitting: false },
      },
    },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}

interface Bundled {
  readonly ssr: boolean;
  readonly output: Rolldown.OutputOptions;
  readonly treeshake?: Rolldown.TreeshakingOptions;
}

/** Renders the templates of src/first/pages.tsx. */
async function renderTemplates(): Promise<string> {
  const code = await bundle('first/pages.tsx', { ssr: true, output: { banner: browser } });
  const { templates } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  return Object.entries(templates)
    .map(([id, markup]) => `<template id="${id}">${markup}</template>`)
    .join('\n    ');
}

/** Bundles a script that is inlined in the page. */
async function inlineScript(path: string): Promise<string> {
  const code = await bundle(path, { ssr: false, output: { format: 'iife' }, treeshake: { moduleSideEffects: false } });
  return `<script>${code.trim()}</script>`;
}

/**
 * Inlines in the page everything that its first paint needs: the style sheet of the entrance and of the shell, the
 * markup of both, and two scripts. All other files load while that is shown.
 */
export function firstPage(): Plugin {
  let style: string | undefined;
  return {
    name: 'first page',
    apply: 'build',
    enforce: 'pre',
    generateBundle: {
      order: 'pre',
      handler(_options, files) {
        const entrance = Object.keys(files).find((name) => /\/entrance-[^/]*\.css$/.test(name));
        const sheet = entrance === undefined ? undefined : files[entrance];
        if (entrance === undefined || sheet?.type !== 'asset') throw new Error('The entrance has no style sheet');
        style = String(sheet.source).replace(viteMark, '').trim();
        delete files[entrance];
        for (const file of Object.values(files))
          if (file.type === 'chunk') file.viteMetadata?.importedCss.delete(entrance);
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const [templates, start, fill] = await Promise.all([
          renderTemplates(),
          inlineScript('first/start.ts'),
          inlineScript('first/fill.ts'),
        ]);
        return html
          .replace('</title>', () => `</title>\n    <style nonce="__NONCE__">${style}</style>\n    ${start}`)
          .replace('<div id="root"></div>', (root) => `${templates}\n    ${root}\n    ${fill}`);
      },
    },
  };
}

/** In development the page is served empty, and its head script is a module. */
export const startInDevelopment = (): Plugin => ({
  name: 'start in development',
  apply: 'serve',
  transformIndexHtml: () => [
    { tag: 'script', attrs: { type: 'module', src: '/src/first/start.ts' }, injectTo: 'head' },
  ],
});
