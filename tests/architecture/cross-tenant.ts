/**
 * Where the server looks beyond one tenant, file by file. `all`: asks every tenant, and so every machine of a sharded PostgreSQL. `other`: goes to
 * one other tenant, which may be on another machine.
 */
export interface Crossing {
  all: number;
  other: number;
}

const source =
  /^server\/(?:modules|platform|operations)\/(?!.*\.test\.ts$).+\.ts$|^server\/[\w-]+(?<!\.test)\.ts$/u;
/** What gives the scopes. */
const definition = 'server/platform/database.ts';
const crossings =
  /\b(?<name>elsewhere|inPlatformScope|inWorkScope|atTenant)\(\s*(?:\w+(?:\.\w+)*,\s*(?<whose>\w+))?/gu;
const declared = /\bfunction (?:elsewhere|inPlatformScope|inWorkScope|atTenant)\b/u;

function isAll({ name, whose }: Record<string, string | undefined>): boolean {
  return name === 'inPlatformScope' || name === 'inWorkScope' || whose === 'null';
}

/** Of the server's own code; seeds make data and serve nobody. */
export function findCrossings(files: Iterable<readonly [string, string]>): Map<string, Crossing> {
  const found = new Map<string, Crossing>();
  for (const [file, text] of files) {
    if (!source.test(file) || file === definition) continue;
    const calls = text
      .split('\n')
      .filter((line) => !declared.test(line))
      .join('\n')
      .matchAll(crossings);
    const crossing = { all: 0, other: 0 };
    for (const { groups = {} } of calls) crossing[isAll(groups) ? 'all' : 'other'] += 1;
    if (crossing.all + crossing.other > 0) found.set(file, crossing);
  }
  return found;
}
