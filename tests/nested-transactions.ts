// A setup file of vitest. A transaction begun inside another one is a bug, even if the error is caught.
const mark = Symbol.for('timbre.nested-transactions');

// Test files in the same process share the listener.
if (!(mark in process)) {
  Object.defineProperty(process, mark, { value: true });
  process.on('warning', (warning) => {
    if (warning.name === 'NestedTransaction') throw warning;
  });
}
