// Vitest's reporter of scripts/run-tests.mjs: writes the results of each file as JSON, with its lane and its time.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { screenTag } from './lanes.mjs';
import { root } from './sources.mjs';

/**
 * @typedef {object} FileResult
 * @property {string} lane
 * @property {string} file from the root
 * @property {number} start when its process began to load it, in ms
 * @property {number} end
 * @property {number} passed number of tests
 * @property {number} skipped
 * @property {string[]} failures name and message of each failed test, and of each failure outside a test
 * @property {string[]} secondTries the same for each test that failed first and then passed
 *
 * @typedef {{ files: FileResult[], unhandled: string[] }} Report
 */

/** The environment variable that names the file to write. */
export const reportVariable = 'TIMBRE_TEST_REPORT';

/** See https://vitest.dev/api/advanced/reporters. */
export default class LaneReporter {
  /** @type {Map<string, { start: number, end: number }>} */
  #times = new Map();

  /** @param {import('vitest/node').TestModule} file */
  onTestModuleQueued(file) {
    this.#times.set(file.id, { start: Date.now(), end: Date.now() });
  }

  /** @param {import('vitest/node').TestModule} file */
  onTestModuleEnd(file) {
    const times = this.#times.get(file.id);
    if (times) times.end = Date.now();
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} files
   * @param {readonly import('vitest').SerializedError[]} unhandled
   */
  onTestRunEnd(files, unhandled) {
    /** @type {Report} */
    const report = {
      files: files.map((file) => ({ ...resultOf(file), ...(this.#times.get(file.id) ?? { start: 0, end: 0 }) })),
      unhandled: unhandled.map(textOf),
    };
    writeFileSync(String(process.env[reportVariable]), JSON.stringify(report));
  }
}

/** @param {import('vitest/node').TestModule} module */
function resultOf(module) {
  const file = relative(root, module.moduleId);
  const tests = [...module.children.allTests()];
  /** @param {string} name @param {readonly import('vitest').SerializedError[]} errors */
  const tell = (name, errors) => `${file} > ${name}\n${errors.map(textOf).join('\n')}`;
  const inState = (/** @type {string} */ state) => tests.filter((test) => test.result().state === state);
  const errorsOf = (/** @type {import('vitest/node').TestCase} */ test) => test.result().errors ?? [];
  // Files that do not load and failed hooks: no test reports these errors.
  const outside = [...module.children.allSuites(), module].filter((each) => each.errors().length > 0);
  return {
    lane: module.project.name,
    file,
    passed: inState('passed').length,
    skipped: inState('skipped').filter((test) => isWanted(test, module.project.config.tagsFilter)).length,
    failures: [
      ...inState('failed').map((test) => tell(test.fullName, errorsOf(test))),
      ...outside.map((each) => tell(each.type === 'module' ? 'outside its tests' : each.fullName, each.errors())),
    ],
    secondTries: inState('passed')
      .filter((test) => errorsOf(test).length > 0)
      .map((test) => tell(test.fullName, errorsOf(test))),
  };
}

/**
 * @param {import('vitest/node').TestCase} test
 * @param {string[]} [filter] of its lane
 * @returns {boolean} false if the filter leaves the test to the other part of the suite
 */
function isWanted({ tags }, filter) {
  if (filter === undefined) return true;
  return tags.some((tag) => tag.startsWith(screenTag)) !== filter.some((expression) => expression.startsWith('!'));
}

/** @param {import('vitest').SerializedError} error */
const textOf = (error) => error.stack ?? error.message;
