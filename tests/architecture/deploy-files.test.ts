import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings, settingNames } from '#server/platform/settings.ts';

/*
 * What the files to set it up with say of our own program: that each setting exists, is accepted by the program and documented, and that
 * nothing is promised that no program reads.
 */

const read = (file: string) => readFileSync(file, 'utf8');
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const Variables = v.record(v.string(), v.pipe(v.union([v.string(), v.number()]), v.transform(String)));

/** Read by other means than the settings of the server: by commands, and by Node. */
const readElsewhere = ['PG_BIN'];

/** Names in the first column of the README's table of settings. */
function documented(): string[] {
  const [, section = ''] = read('README.md').split('\n## Settings\n');
  const rows = section.split('\n## ')[0]?.split('\n') ?? [];
  return rows
    .filter((row) => row.startsWith('| `'))
    .flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_\d]+)`/gu)].map(([, name]) => name ?? ''),
    );
}

/** As compose fills it in: what has a default gets it, what has to be said gets something. */
const filledIn = (text: string) =>
  text
    .replaceAll(/\$\{(\w+):-([^}]*)\}/gu, '$2')
    .replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/gu, (_whole, name: string) =>
      name === 'SMTP_URL'
        ? 'smtp://mail.example.org'
        : name === 'MAIL_FROM'
          ? 'a@example.org'
          : 'example.org',
    );

const compose = parse(filledIn(read('compose.yaml')), { merge: true }) as {
  services: Record<string, Record<string, unknown>>;
};
const ours = Object.entries(compose.services).filter(
  ([, { image }]) => image === 'localhost/quillshelf:latest',
);

const folder = 'deploy/kubernetes';
const manifests = readdirSync(folder).flatMap((file) =>
  parseAllDocuments(read(path.join(folder, file))).map(
    (document) => document.toJS() as Record<string, unknown>,
  ),
);
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

/** Of each program: what its environment will be. */
const environments: [string, Record<string, string>][] = [
  ...ours.map(([name, { environment }]): [string, Record<string, string>] => [
    `compose.yaml, ${name}`,
    v.parse(Variables, environment),
  ]),
  [
    folder,
    {
      ...v.parse(Variables, ofKind('ConfigMap')[0]?.data),
      // Secrets have no file; their names stand in the head of settings.yaml.
      ...Object.fromEntries(
        [...read(`${folder}/settings.yaml`).matchAll(/--from-literal=(\w+)/gu)].map(([, name = '']) => [
          name,
          name.startsWith('DATABASE')
            ? 'postgres://owner:secret@db/quillshelf'
            : name === 'SMTP_URL'
              ? 'smtp://mail'
              : 'secret',
        ]),
      ),
      MIGRATE: 'off',
    },
  ],
];

/** All container descriptions of a manifest, wherever they stand. */
function containersIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(containersIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'containers' && Array.isArray(inner) ? inner.filter(isObject) : containersIn(inner),
  );
}

describe('the settings', () => {
  it('are documented in the README, each of them, and the README promises no other', () => {
    expect(documented().toSorted()).toEqual(
      [...settingNames, ...readElsewhere]
        .filter((name) => name !== 'NODE_ENV' && !name.startsWith('AWS_'))
        .toSorted(),
    );
    for (const name of readElsewhere) expect(read('server/operations/database-tools.ts')).toContain(name);
  });

  it.each(environments)('of %s exist and are accepted', (_where, environment) => {
    expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([]);
    const settings = readSettings({ ...environment, NODE_ENV: 'production' }, '/');
    expect(settings.media).toMatchObject({ kind: 's3' });
    expect(settings.drain).toBeGreaterThan(0);
  });

  it('in the commands and files of docs/operations.md exist', () => {
    const [, ...blocks] = read('docs/operations.md').split('```\n');
    const named = blocks
      .filter((_block, place) => place % 2 === 0)
      .flatMap((block) => [...block.matchAll(/^\s*([A-Z][A-Z_]+)=/gmu)].map(([, name = '']) => name));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !settingNames.includes(name) && !ofContainers.has(name))).toEqual([]);
  });
});

/** Variables of compose.yaml itself. */
const ofContainers = new Set([...read('compose.yaml').matchAll(/\$\{(\w+)/gu)].map(([, name = '']) => name));

describe('the image', () => {
  const lines = read('Containerfile').split('\n');

  it('runs as nobody in particular, and has all that the program reads beside its own code', () => {
    expect(lines).toContain('USER 1000:1000');
    const copied = lines.flatMap((line) => /^COPY --from=build \/build\/(\S+)/u.exec(line)?.[1] ?? []);
    expect(copied.filter((place) => place !== 'dist' && !existsSync(place))).toEqual([]);
    const readAtStart = read('server/main.ts') + read('server/platform/migrate.ts');
    const wanted = [...readAtStart.matchAll(/'(server\/[a-z/-]+)'/gu)].map(([, place]) => place);
    expect(wanted.length).toBeGreaterThan(2);
    expect(wanted.filter((place) => !copied.includes(place ?? ''))).toEqual([]);
  });

  it('says to each program that it starts what is built', () => {
    const bundled = read('server/bin/prepare.mjs');
    const commands = [
      ...ours.map(([, { command }]) => command),
      ...manifests.flatMap((manifest) => containersIn(manifest).map(({ command }) => command)),
      lines.find((line) => line.startsWith('CMD '))?.slice(4),
    ];
    const started = [...JSON.stringify(commands).matchAll(/dist\/server\/([\w-]+)\.js/gu)].map(
      ([, name]) => name,
    );
    expect(new Set(started)).toEqual(new Set(['main', 'migrate']));
    for (const name of started) expect(bundled).toContain(`'server/${name}.ts'`);
  });
});

describe('servers in containers', () => {
  it('are asked at addresses that the program has, and get the time that they need to end', () => {
    const probes = manifests
      .flatMap((manifest) => [...JSON.stringify(manifest).matchAll(/"path":"([^"]+)"/gu)])
      .map(([, place = '']) => place);
    expect(probes.toSorted()).toEqual(['/api/livez', '/api/readyz', '/api/readyz']);
    for (const file of ['deploy/Caddyfile', 'deploy/haproxy.cfg'])
      expect(read(file)).toContain('/api/readyz');
    const [deployment] = ofKind('Deployment');
    expect(JSON.stringify(deployment)).toContain('"terminationGracePeriodSeconds":60');
    for (const [name, { stop_grace_period }] of ours)
      expect(name === 'migrate' ? undefined : '60s').toBe(stop_grace_period);
  });

  it('leave the schema to the step before them, run as nobody, and write nowhere but where they may', () => {
    const containers = manifests.flatMap(containersIn);
    expect(containers.map(({ name }) => name)).toEqual(['migrate', 'server']);
    for (const { securityContext } of containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    expect(containers.find(({ name }) => name === 'server')?.env).toEqual([
      { name: 'MIGRATE', value: 'off' },
    ]);
    for (const [name, { environment, read_only: isReadOnly }] of ours) {
      expect(isReadOnly).toBe(true);
      expect(v.parse(Variables, environment).MIGRATE).toBe(name === 'migrate' ? undefined : 'off');
    }
    expect(ofKind('PodDisruptionBudget')).toHaveLength(1);
  });
});
