// A setup file of vitest. A transaction begun inside another is a fault of the program, also where the error is caught.
const mark = Symbol.for('timbre.nested-transactions');

// Files that share a process share the listener.
if (!(mark in process)) {
  Object.defineProperty(process, mark, { value: true });
  process.on('warning', (warning) => {
    if (warning.name === 'NestedTransaction') throw warning;
  });
}
