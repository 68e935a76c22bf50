// `npm run timbre -- <command>`: runs the command line of the server, and builds it first if it is out of date.
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
