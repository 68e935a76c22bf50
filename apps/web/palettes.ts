import type { Plugin } from 'vite';

/** The colours of Mantine that the screens and Mantine's own defaults use. */
const used = ['white', 'black', 'dark', 'gray', 'red', 'teal', 'blue', 'green'];

const palette = /^\s*--mantine-color-([a-z]+)-(?:\d|filled|light|outline|text)[\w-]*:[^;]*;$/gm;

/** Leaves the palettes of the other colours out of Mantine's sheet of variables: most of its bytes. */
export const palettes = (): Plugin => ({
  name: 'palettes',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]default-css-variables\.layer\.css$/ },
    handler: (code) => code.replace(palette, (line, color: string) => (used.includes(color) ? line : '')),
  },
});
