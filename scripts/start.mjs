// `npm start`: installs and builds what is missing, then becomes the server (no child process to outlive us).
import './require-node.mjs';

import('./setup.mjs')
  .then(({ setUp, endWithParent }) => {
    setUp();
    endWithParent();
    return import(new URL('../dist/server/main.js', import.meta.url).href);
  })
  .catch((failure) => {
    console.error(failure);
    process.exit(1);
  });
