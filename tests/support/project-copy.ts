import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a build reads, and what the last one made. */
const parts = [
  'contract',
  'src',
  'sw',
  'server',
  'public',
  'dist',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** The project in a folder of its own, as built as this one, for a test that changes the program and builds it again. */
export class ProjectCopy {
  private constructor(readonly folder: string) {}

  static async make(): Promise<ProjectCopy> {
    const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-project-'));
    const tsconfigs = (await readdir(root)).filter((name) => /^tsconfig.*\.json$/u.test(name));
    for (const part of [...parts, ...tsconfigs])
      await cp(path.join(root, part), path.join(folder, part), { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    return new ProjectCopy(folder);
  }

  /** @throws Error where the text is not there exactly as given */
  async edit(file: string, before: string, after: string): Promise<void> {
    const place = path.join(this.folder, file);
    const source = await readFile(place, 'utf8');
    if (!source.includes(before)) throw new Error(`${file} does not hold ${before}`);
    await writeFile(place, source.replace(before, after));
  }

  /** As `npm start` does it before it starts. */
  async build(): Promise<void> {
    const steps =
      "import { ensureBuilt, prepared } from './server/bin/prepare.mjs'; await prepared(ensureBuilt);";
    await run(process.execPath, ['--input-type=module', '--eval', steps], { cwd: this.folder });
  }

  /** Address of the built file that holds this source, such as `assets/not-found.screen-DXTkudVY.js`. */
  async chunkOf(source: string): Promise<string> {
    const manifest = await readFile(path.join(this.folder, 'dist/web/.vite/manifest.json'), 'utf8');
    const chunk = (JSON.parse(manifest) as Record<string, { file: string }>)[source];
    if (!chunk) throw new Error(`The build has no ${source}`);
    return chunk.file;
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
