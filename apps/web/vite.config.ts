import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // `npm -w @timbre/web run dev`: screens from source, everything else from a server started with `npm start`.
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/livez': 'http://127.0.0.1:3000' } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: fonts or scripts
    modulePreload: { polyfill: false },
  },
});
