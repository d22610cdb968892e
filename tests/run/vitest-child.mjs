/*
 * Runs projects of vitest.config.ts in a process of its own and tells the parent process what happened, in one
 * message. It uses Vitest's interface instead of its command line, because at a signal or at the end of the time the
 * command line leaves at once, without the teardown, and databases and servers would stay behind.
 */
import { stripVTControlCharacters } from 'node:util';
import { parseCLI, startVitest } from 'vitest/node';
import { noCounts } from './counts.mjs';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);

const result = noCounts();
let vitest = null;
let isStopped = false;
let hasEnded = false;

function fail(reason) {
  result.failed += 1;
  result.reasons.push(reason);
  result.findings.push([`failed: ${reason.split('\n')[0]}`]);
}

/** As much of an error as says what happened and where, without the colours of a terminal. */
function sayShort({ message = '', stack = '' }) {
  const place = stack.split('\n').find((line) => /\.test\.tsx?:\d+/u.test(line)) ?? '';
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [...lines.slice(0, 30), place.trim()].filter((line) => line !== '');
}

function noteFindings(test) {
  const { state, errors = [] } = test.result();
  const isSecondTry = state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0;
  if (state !== 'failed' && !isSecondTry) return;
  const what = isSecondTry ? 'passed at the second try' : 'failed';
  const name = `${what}: ${test.module.relativeModuleId} > ${test.fullName}`;
  result.findings.push([name, ...errors.flatMap(sayShort)]);
}

function countTest(test) {
  noteFindings(test);
  const { state } = test.result();
  if (state === 'passed') result.passed += 1;
  else if (state === 'failed') result.failed += 1;
  else if (isStopped) result.notReached += 1;
  // A name pattern leaves the other tests of a file out, and that is what it is for.
  else if (options.testNamePattern === undefined)
    fail(`skipped, which counts as failed: ${test.module.relativeModuleId} > ${test.fullName}`);
}

const counting = {
  async onInit(context) {
    vitest = context;
    result.files = (await vitest.globTestSpecifications(filter)).length;
    // That nothing changed is said by the summary, without every pattern of a file's name.
    if (options.changed) vitest.logger.printNoTestFound = () => {};
    // Vitest's own listeners exit at once.
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.removeAllListeners(signal);
      process.on(signal, stop);
    }
  },
  onTestRunEnd(testModules, unhandledErrors) {
    hasEnded = true;
    if (options.changed && !isStopped) result.files = testModules.length;
    const shares = new Map();
    const begun = testModules.filter((testModule) => testModule.children.size > 0);
    if (isStopped) result.notBegun = result.files - begun.length;
    for (const testModule of testModules) {
      const { passed, failed } = result;
      // A file that could not be loaded, or a hook around many tests: no test of its own stands for it.
      for (const error of testModule.errors()) fail(`${testModule.relativeModuleId}: ${error.message}`);
      for (const suite of testModule.children.allSuites()) {
        for (const error of suite.errors())
          fail(`${testModule.relativeModuleId} > ${suite.fullName}: ${error.message}`);
      }
      for (const test of testModule.children.allTests()) countTest(test);
      // A file may be of several projects.
      const { relativeModuleId: file } = testModule;
      const share = shares.get(file) ?? { file, passed: 0, failed: 0 };
      share.passed += result.passed - passed;
      share.failed += result.failed - failed;
      shares.set(file, share);
    }
    result.failedFiles = [...shares.values()].filter((share) => share.failed > 0);
    for (const error of unhandledErrors) fail(`outside of any test: ${error.message}`);
  },
};

async function stop() {
  if (isStopped) return;
  isStopped = true;
  await vitest?.cancelCurrentRun('keyboard-input');
}

process.on('disconnect', stop);
process.channel?.unref();

await startVitest(
  'test',
  filter,
  { ...options, watch: false },
  { test: { reporters: ['default', counting] } },
);

if (!isStopped && !hasEnded) fail('Vitest ended before any test');
if (process.exitCode && result.files > 0 && result.failed === 0 && !isStopped)
  fail('Vitest ended with an error');
process.off('disconnect', stop);
if (process.connected) process.send(result, () => process.connected && process.disconnect());
