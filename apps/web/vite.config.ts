import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkName, preloads } from './chunks.ts';
import { firstPage, startInDevelopment } from './first-page.ts';
import { palettes } from './palettes.ts';

export default defineConfig({
  plugins: [react(), palettes(), preloads(), firstPage(), startInDevelopment()],
  // `npm -w @timbre/web run dev`: screens from source, everything else from a server started with `npm start`.
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/livez': 'http://127.0.0.1:3000' } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: fonts or scripts
    modulePreload: { polyfill: false },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all' } }, // inlines the addresses of calls
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkName(), debugName: 'entrance, shell' }],
        },
      },
    },
  },
});
