// `npm test [-- vitest arguments]`: installs the programs that the tests need, builds, and runs the tests. `npm run
// test:all` runs every combination.
import './require-node.mjs';

import('./setup.mjs')
  .then(({ setUp }) => setUp())
  .then(() => import('./run-tests.mjs'))
  .then(({ runTests }) => runTests(process.argv.slice(2)))
  .catch((failure) => {
    console.error(failure);
    process.exit(1);
  });
