// `npm test [-- vitest arguments]`: installs the programs that its tests need, builds, checks the types, and runs the
// short part of the suite. `npm run test:rest` runs the other part, `npm run test:all` every combination.
import './require-node.mjs';

import('./setup.mjs')
  .then(({ setUp }) => setUp())
  .then(() => import('./run-tests.mjs'))
  .then(({ runTests }) => runTests(process.argv.slice(2)))
  .catch((failure) => {
    console.error(failure);
    process.exit(1);
  });
