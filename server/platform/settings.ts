import { isIP } from 'node:net';
import path from 'node:path';
import * as v from 'valibot';
import { readMediaSettings, type MediaSettings } from './media-settings.ts';
import { retentionVariables, type Retention } from './retention.ts';
import { paymentVariables, readPaymentSettings, type PaymentSettings } from './payment-settings.ts';

export type Seed = 'demo' | 'big' | 'none';

/** What the environment decides. The README documents each by its name. */
export interface Settings {
  port: number;
  host: string;
  /** Absolute folder of the embedded database, the secret key and uploads. */
  dataDir: string;
  /** Null: the embedded database. */
  databaseUrl: string | null;
  /** The same database past a pooler; null: there is none. */
  databaseDirectUrl: string | null;
  /** Whether this server brings the database up to date at its start. */
  migrates: boolean;
  /** Connections of this server at most; null: as usual. */
  databasePool: number | null;
  /** Schools answer on `<subdomain>.<baseDomain>`, the platform's own site on the bare domain. */
  baseDomain: string;
  /** Endings of hosts on which the platform's own site answers, such as `pages.example.dev`. */
  stagingHosts: readonly string[];
  /** Whose `X-Forwarded-*` headers are believed: nobody's, anybody's, or those addresses. */
  trustProxy: boolean | string[];
  seed: Seed;
  secretKeyFile: string;
  /** Null: pictures and sounds are kept in the database. */
  media: MediaSettings | null;
  /** Whether this server takes what is in the database into the store. */
  movesMedia: boolean;
  /** How pictures and recordings leave, beside from here. */
  delivery: {
    /** Pages are sent to the store itself for large ones. */
    redirects: boolean;
    /** Seconds for which a shared cache may keep public ones without asking; 0: it always asks. */
    publicSeconds: number;
    /** Who is told what a shared cache has to forget; null: nobody. */
    purgeUrl: string | null;
  };
  /** Null: e-mail is kept in a folder. */
  smtpUrl: string | null;
  /** Address that e-mail comes from. */
  mailFrom: string;
  /** What the mail server shows that hands in what came back; null: nothing is taken. */
  mailReturnsKey: string | null;
  /** Days until a backup is gone; null: as usual. */
  backupDays: number | null;
  retention: Retention;
  /** Whether somebody who asks without end is told to wait. */
  rates: boolean;
  /** Whether a call hears when to come again instead of waiting long for a connection to the database. */
  refusesWhileBusy: boolean;
  /** Devices that may fetch everything anew in a second. */
  resetsPerSecond: number;
  /** Open streams of one school on this server at most; null: as usual. */
  streamsPerSchool: number | null;
  /** Scheme and port of links in e-mail; null: those of the request that causes them. */
  publicUrl: string | null;
  payments: PaymentSettings;
  /** Milliseconds for which calls are still taken after SIGTERM; 0: all ends at once. */
  drain: number;
  /** `info`: a line on the log for each request, too. */
  logLevel: 'warn' | 'info';
  /** Where the program's own numbers are told; null: nowhere. */
  metrics: { port: number; host: string } | null;
  production: boolean;
}

/** One line per bad value, each beginning with the name of the variable. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/u;

const Port = v.pipe(
  v.string(),
  v.regex(/^\d+$/u, 'must be a port number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65535, 'must be a port number from 0 to 65535'),
);

const DatabaseUrl = v.pipe(
  v.string(),
  v.check(
    (url) => URL.canParse(url) && /^postgres(ql)?:$/u.test(new URL(url).protocol),
    'must be a PostgreSQL address such as postgres://user:password@host:5432/database',
  ),
);

const Environment = v.object({
  PORT: v.optional(Port, '8080'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must be an address to listen on')), '127.0.0.1'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must be a folder')), './data'),
  DATABASE_URL: v.optional(DatabaseUrl),
  DATABASE_DIRECT_URL: v.optional(DatabaseUrl),
  DATABASE_POOL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:[2-9]|[1-9]\d|[1-4]\d\d|500)$/u, 'must be a number of connections from 2 to 500'),
      v.transform(Number),
    ),
  ),
  MIGRATE: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  BASE_DOMAIN: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.regex(hostName, 'must be a domain such as example.org, without a port'),
    ),
    'localhost',
  ),
  STAGING_HOSTS: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.transform((value) =>
        value
          .split(',')
          .map((ending) => ending.trim().replace(/^\./u, ''))
          .filter(Boolean),
      ),
      v.check(
        (endings) => endings.every((ending) => hostName.test(ending)),
        'must be a comma-separated list of endings of hosts such as .pages.example.dev',
      ),
    ),
    '',
  ),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform((value): boolean | string[] => {
        if (value === '' || value === 'false') return false;
        if (value === 'true') return true;
        return value.split(',').map((address) => address.trim());
      }),
      v.check(
        (value) => typeof value === 'boolean' || value.every(isNetwork),
        'must be true, false, or a comma-separated list of addresses or networks',
      ),
    ),
    'false',
  ),
  SEED: v.optional(v.picklist(['demo', 'big', 'none'], 'must be demo, big or none')),
  SECRET_KEY_FILE: v.optional(v.pipe(v.string(), v.nonEmpty('must be a file'))),
  MEDIA_STORE: v.optional(v.string()),
  MEDIA_MOVES: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  MEDIA_REDIRECT: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  MEDIA_PUBLIC_SECONDS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:\d{1,2}|[12]\d\d|300)$/u, 'must be a number of seconds from 0 to 300'),
      v.transform(Number),
    ),
    '0',
  ),
  MEDIA_PURGE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) => URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol),
        'must be an address such as https://cdn.example.org/purge',
      ),
    ),
  ),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isSmtpUrl,
        'must be the address of a mail server such as smtp://user:password@mail.example.org:587 or smtps://…',
      ),
    ),
  ),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('must be an email address such as no-reply@example.org'))),
  MAIL_RETURNS_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[\x21-\x7e]{24,}$/u, 'must be a secret of at least 24 letters and digits')),
  ),
  BACKUP_DAYS: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/u, 'must be a number of days'))),
  RESETS_PER_SECOND: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,3}$/u, 'must be a number of tablets from 1 to 9999'),
      v.transform(Number),
    ),
    '50',
  ),
  STREAMS_PER_SCHOOL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,5}$/u, 'must be a number of streams from 1 to 999999'),
      v.transform(Number),
    ),
  ),
  RATES: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  REFUSE_WHILE_BUSY: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isPublicUrl,
        'must be where people reach the platform’s own site, such as https://example.org:8443, without a path',
      ),
    ),
  ),
  DRAIN_SECONDS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/u, 'must be a number of seconds from 0 to 999'),
      v.transform(Number),
    ),
  ),
  LOG_LEVEL: v.optional(v.picklist(['warn', 'info'], 'must be warn or info')),
  METRICS_PORT: v.optional(Port),
  METRICS_HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must be an address to listen on')), '127.0.0.1'),
  ...retentionVariables,
  ...paymentVariables,
  NODE_ENV: v.optional(v.string()),
});

/** Names of all variables that `readSettings` reads. */
export const settingNames: readonly string[] = Object.keys(Environment.entries);

/** `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`. A number of proxies, as other programs take it, is none. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  // Options of the mail library in the query would go round what we decide about encryption.
  return (
    /^smtps?:$/u.test(protocol) && hostname !== '' && /^\/?$/u.test(pathname) && search === '' && hash === ''
  );
}

function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  return /^https?:$/u.test(protocol) && pathname === '/' && search + hash + username === '';
}

/**
 * Reads the settings from the environment; relative paths are taken from `root`.
 * @throws SettingsError naming every variable with a bad value
 */
export function readSettings(environment: Record<string, string | undefined>, root: string): Settings {
  const result = v.safeParse(Environment, environment);
  if (!result.success) {
    const lines = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'environment'} ${issue.message}`);
    throw new SettingsError(lines.join('\n'));
  }
  const values = result.output;
  if (values.SMTP_URL !== undefined && values.MAIL_FROM === undefined) {
    throw new SettingsError('MAIL_FROM must be set where SMTP_URL is: the address that email comes from');
  }
  if (values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined) {
    throw new SettingsError(
      'DATABASE_URL must be set where DATABASE_DIRECT_URL is: the address of the pooler',
    );
  }
  const dataDir = path.resolve(root, values.DATA_DIR);
  const databaseUrl = values.DATABASE_URL ?? null;
  const production = values.NODE_ENV === 'production';
  const seed = values.SEED ?? (databaseUrl === null && !production ? 'demo' : 'none');
  const media = readMediaSettings(values, root);
  if (media.problem !== null) throw new SettingsError(media.problem);
  if (values.MEDIA_REDIRECT === 'on' && media.settings?.kind !== 's3')
    throw new SettingsError(
      'MEDIA_STORE must be an S3 store where MEDIA_REDIRECT is on: a folder has no address',
    );
  const payments = readPaymentSettings(values, { isDemo: seed !== 'none', production });
  if (payments.problems.length > 0) throw new SettingsError(payments.problems.join('\n'));
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    migrates: values.MIGRATE === 'on',
    databasePool: values.DATABASE_POOL ?? null,
    baseDomain: values.BASE_DOMAIN,
    stagingHosts: values.STAGING_HOSTS,
    trustProxy: values.TRUST_PROXY,
    seed,
    secretKeyFile: path.resolve(root, values.SECRET_KEY_FILE ?? path.join(dataDir, 'secret.key')),
    media: media.settings,
    movesMedia: values.MEDIA_MOVES === 'on',
    delivery: {
      redirects: values.MEDIA_REDIRECT === 'on',
      publicSeconds: values.MEDIA_PUBLIC_SECONDS,
      purgeUrl: values.MEDIA_PURGE_URL ?? null,
    },
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? `no-reply@${values.BASE_DOMAIN}`,
    mailReturnsKey: values.MAIL_RETURNS_KEY ?? null,
    backupDays: values.BACKUP_DAYS === undefined ? null : Number(values.BACKUP_DAYS),
    retention: {
      calls: values.KEEP_CALLS_DAYS,
      audit: values.KEEP_AUDIT_DAYS,
      sessions: values.KEEP_SESSIONS_DAYS,
      versions: values.KEEP_VERSIONS_DAYS,
    },
    resetsPerSecond: values.RESETS_PER_SECOND,
    streamsPerSchool: values.STREAMS_PER_SCHOOL ?? null,
    rates: values.RATES === 'on',
    refusesWhileBusy: values.REFUSE_WHILE_BUSY === 'on',
    publicUrl: values.PUBLIC_URL ?? null,
    payments: payments.settings,
    drain: 1000 * (values.DRAIN_SECONDS ?? (production ? 5 : 0)),
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    metrics:
      values.METRICS_PORT === undefined ? null : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    production,
  };
}
