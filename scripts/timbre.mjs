// `npm run timbre -- <command>`: the command line of the server, built first when stale.
import './require-node.mjs';

import('./setup.mjs')
  .then(({ setUp }) => {
    setUp();
    return import(new URL('../dist/server/cli.js', import.meta.url).href);
  })
  .catch((failure) => {
    console.error(failure);
    process.exit(1);
  });
