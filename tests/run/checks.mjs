/* The checks that read the sources without running them. Their output is kept until all are done. */
import path from 'node:path';
import { run, runNode } from '../../server/bin/child.mjs';
import { root } from '../../server/bin/prepare.mjs';

const tool = (name, ...args) => {
  const command = path.join(root, 'node_modules/.bin', name);
  return () => run(command, args, { cwd: root, shell: process.platform === 'win32' });
};

const checks = {
  'types (tsc)': tool('tsc', '-b'),
  'lint (oxlint)': tool('oxlint', '--type-aware'),
  'format (oxfmt)': tool('oxfmt', '--check'),
  'unused code (knip)': tool('knip'),
};

const afterBuild = {
  'first load and precache within their budgets': () =>
    runNode(path.join(root, 'tests/size-budget.mjs'), [], { cwd: root }),
};

/**
 * @returns {Promise<{ passed: number, failed: number, text: string, findings: string[][] }>} `text` holds one line a check and what
 *   a failed one said, `findings` the failed ones alone, each with what it said
 */
async function runAll(steps) {
  const result = { passed: 0, failed: 0, text: '', findings: [] };
  for (const [name, step] of Object.entries(steps)) {
    const started = performance.now();
    const { code, output } = await step();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    result.text += ` ${code === 0 ? '✓' : '×'} ${name} ${seconds} s\n`;
    if (code === 0) {
      result.passed += 1;
    } else {
      result.failed += 1;
      result.findings.push([name, ...output.trim().split('\n').slice(0, 20)]);
      result.text += `${output.trim().replaceAll(/^/gmu, '   ')}\n`;
    }
  }
  return result;
}

export const runChecks = () => runAll(checks);
export const runChecksOfBuild = () => runAll(afterBuild);
