// `npm run build`: builds the web app and the server, and fails when the first load has grown past its budget.
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { build, ensureDependencies, prepared, root } from './prepare.mjs';

await prepared(async () => {
  await ensureDependencies();
  await build();
});

const budget = spawnSync(process.execPath, [path.join(root, 'tests/size-budget.mjs')], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = budget.status ?? 1;
