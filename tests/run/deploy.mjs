/*
 * `npm run check:deploy`: asks the programs that would read the files of `deploy/`, Containerfile, compose.yaml and docs/alerts.yml whether
 * they understand them. A program that this machine lacks is named in one line and asked nothing. What the files say of our own settings
 * is tested by tests/architecture/deploy-files.test.ts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../server/bin/prepare.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'quillshelf-deploy-'));
const certificate = path.join(folder, 'certificate.pem');
const key = path.join(folder, 'key.pem');
const both = path.join(folder, 'both.pem');

/** What the files take from the environment. */
const environment = {
  ...process.env,
  HOME: folder,
  BASE_DOMAIN: 'example.org',
  SERVERS: '127.0.0.1:8081 127.0.0.1:8082',
  TLS: `${certificate} ${key}`,
  CERTIFICATES: both,
  SERVER_ONE: '127.0.0.1:8081',
  SERVER_TWO: '127.0.0.1:8082',
  HTTP_PORT: '8080',
  HTTPS_PORT: '8443',
  DATABASE_PASSWORD: 'check',
  POOLER_PASSWORD: 'check',
  STORE_PASSWORD: 'check',
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'no-reply@example.org',
};

const run = (program, args) => spawnSync(program, args, { cwd: root, env: environment, encoding: 'utf8' });

const checks = [
  { program: 'haproxy', args: ['-c', '-f', 'deploy/haproxy.cfg'] },
  { program: 'caddy', args: ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'] },
  { program: 'promtool', args: ['check', 'rules', 'docs/alerts.yml'] },
  {
    program: 'docker',
    asks: ['compose', 'version'],
    name: 'docker compose',
    args: ['compose', '-f', 'compose.yaml', 'config', '--quiet'],
  },
  {
    program: 'kubectl',
    asks: ['version'],
    name: 'kubectl with a cluster',
    args: ['apply', '--dry-run=client', '-f', 'deploy/kubernetes'],
  },
];

/** A certificate of a day's life: both balancers refuse to say anything without one. */
function makeCertificate() {
  const { error, status } = run('openssl', [
    'req',
    '-x509',
    '-nodes',
    ...'-newkey rsa:2048 -days 1 -subj /CN=example.org'.split(' '),
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  if (error || status !== 0) return false;
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return true;
}

const counts = { passed: 0, failed: 0 };
try {
  if (!makeCertificate()) console.log(' · openssl is not there: haproxy and caddy find no certificate');
  for (const { program, args, asks, name = program } of checks) {
    const isThere = !run(program, asks ?? ['version']).error && (!asks || run(program, asks).status === 0);
    if (!isThere) {
      console.log(` · ${name} is not there: its files were not asked about`);
      continue;
    }
    const { status, stdout, stderr } = run(program, args);
    counts[status === 0 ? 'passed' : 'failed'] += 1;
    console.log(` ${status === 0 ? '✓' : '×'} ${name} ${args.join(' ')}`);
    if (status !== 0) console.log(`${stdout}${stderr}`.trim().replaceAll(/^/gmu, '   '));
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
