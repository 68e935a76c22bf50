// `npm start`: installs and builds what is missing, then runs the server in this same process, so that no child
// survives it.
import './require-node.mjs';

import('./setup.mjs')
  .then(({ setUp, endWithParent }) => {
    setUp();
    endWithParent();
    // The log lines of responses are for programs. A person at a terminal needs to see the address and the users.
    if (process.stdout.isTTY) process.env.TIMBRE_LOG_LEVEL ||= 'warn';
    return import(new URL('../dist/server/main.js', import.meta.url).href);
  })
  .catch((failure) => {
    console.error(failure);
    process.exit(1);
  });
