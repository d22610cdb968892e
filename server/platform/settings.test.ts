import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const root = path.resolve('/srv/quillshelf');

function refusal(environment: Record<string, string>): string {
  try {
    readSettings(environment, root);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('The settings were not refused');
}

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(readSettings({}, root)).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: path.join(root, 'data'),
      databaseUrl: null,
      databaseDirectUrl: null,
      migrates: true,
      databasePool: null,
      baseDomain: 'localhost',
      stagingHosts: [],
      trustProxy: false,
      seed: 'demo',
      secretKeyFile: path.join(root, 'data', 'secret.key'),
      media: null,
      movesMedia: true,
      delivery: { redirects: false, publicSeconds: 0, purgeUrl: null },
      smtpUrl: null,
      mailFrom: 'no-reply@localhost',
      mailReturnsKey: null,
      publicUrl: null,
      backupDays: null,
      retention: { calls: 400, audit: 1095, sessions: 400, versions: 1095 },
      rates: true,
      refusesWhileBusy: true,
      resetsPerSecond: 50,
      streamsPerSchool: null,
      payments: { mode: 'sandbox', stripe: null, paypal: null, phonepe: null, bankDetails: null },
      drain: 0,
      logLevel: 'warn',
      metrics: null,
      production: false,
    });
  });

  it('are read from the environment by their names', () => {
    const settings = readSettings(
      {
        PORT: '0',
        HOST: '0.0.0.0',
        DATA_DIR: '/var/quillshelf',
        DATABASE_URL: 'postgres://owner:secret@pooler.example:6432/books',
        DATABASE_DIRECT_URL: 'postgres://owner:secret@db.example:5432/books',
        MIGRATE: 'off',
        BASE_DOMAIN: 'Books.Example.org',
        STAGING_HOSTS: '.Pages.example.dev, preview.example.app',
        TRUST_PROXY: '10.0.0.1, 192.168.0.0/16, ::1',
        SEED: 'big',
        SECRET_KEY_FILE: 'keys/one.key',
        SMTP_URL: 'smtps://sender:secret@mail.example.org',
        MAIL_FROM: 'school@example.org',
        MAIL_RETURNS_KEY: 'a-key-of-twenty-four-signs',
        KEEP_AUDIT_DAYS: '400',
        RATES: 'off',
        REFUSE_WHILE_BUSY: 'off',
        RESETS_PER_SECOND: '20',
        STREAMS_PER_SCHOOL: '800',
        MEDIA_STORE: 's3://books?endpoint=https://s3.example.org',
        MEDIA_REDIRECT: 'on',
        MEDIA_PUBLIC_SECONDS: '300',
        MEDIA_PURGE_URL: 'https://cdn.example.org/purge',
        AWS_ACCESS_KEY_ID: 'KEY',
        AWS_SECRET_ACCESS_KEY: 'secret',
        KEEP_SESSIONS_DAYS: '90',
        KEEP_VERSIONS_DAYS: '730',
        PUBLIC_URL: 'https://books.example.org:8443',
        METRICS_PORT: '9464',
        METRICS_HOST: '10.0.0.2',
        PAYMENTS: 'live',
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        STRIPE_URL: 'https://stripe.example.org',
        PAYPAL_CLIENT_ID: 'paypal-id',
        PAYPAL_CLIENT_SECRET: 'paypal-secret',
        PAYPAL_WEBHOOK_ID: 'WH-1',
        PAYPAL_URL: 'https://api-m.sandbox.paypal.com',
        PHONEPE_CLIENT_ID: 'phonepe-id',
        PHONEPE_CLIENT_SECRET: 'phonepe-secret',
        PHONEPE_CLIENT_VERSION: '1',
        PHONEPE_WEBHOOK_USER: 'books',
        PHONEPE_WEBHOOK_PASSWORD: 'password-1',
        PHONEPE_URL: 'http://127.0.0.1:4000/apis/pg',
        BANK_DETAILS: 'Quillshelf\\nDE00 0000 0000\n',
        NODE_ENV: 'production',
      },
      root,
    );
    expect(settings).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataDir: path.resolve('/var/quillshelf'),
      databaseUrl: 'postgres://owner:secret@pooler.example:6432/books',
      databaseDirectUrl: 'postgres://owner:secret@db.example:5432/books',
      migrates: false,
      databasePool: null,
      baseDomain: 'books.example.org',
      stagingHosts: ['pages.example.dev', 'preview.example.app'],
      trustProxy: ['10.0.0.1', '192.168.0.0/16', '::1'],
      seed: 'big',
      secretKeyFile: path.join(root, 'keys', 'one.key'),
      media: {
        kind: 's3',
        bucket: 'books',
        endpoint: 'https://s3.example.org',
        region: 'us-east-1',
        accessKeyId: 'KEY',
        secretAccessKey: 'secret',
      },
      movesMedia: true,
      delivery: { redirects: true, publicSeconds: 300, purgeUrl: 'https://cdn.example.org/purge' },
      smtpUrl: 'smtps://sender:secret@mail.example.org',
      mailFrom: 'school@example.org',
      mailReturnsKey: 'a-key-of-twenty-four-signs',
      publicUrl: 'https://books.example.org:8443',
      backupDays: null,
      retention: { calls: 400, audit: 400, sessions: 90, versions: 730 },
      rates: false,
      refusesWhileBusy: false,
      resetsPerSecond: 20,
      streamsPerSchool: 800,
      payments: {
        mode: 'live',
        stripe: {
          secretKey: 'sk_live_1',
          webhookSecret: 'whsec_1',
          baseUrl: 'https://stripe.example.org',
        },
        paypal: {
          clientId: 'paypal-id',
          clientSecret: 'paypal-secret',
          webhookId: 'WH-1',
          baseUrl: 'https://api-m.sandbox.paypal.com',
        },
        phonepe: {
          clientId: 'phonepe-id',
          clientSecret: 'phonepe-secret',
          clientVersion: '1',
          webhookUser: 'books',
          webhookPassword: 'password-1',
          baseUrl: 'http://127.0.0.1:4000/apis/pg',
          authUrl: 'https://api.phonepe.com/apis/identity-manager',
        },
        bankDetails: 'Quillshelf\nDE00 0000 0000',
      },
      drain: 5000,
      logLevel: 'info',
      metrics: { port: 9464, host: '10.0.0.2' },
      production: true,
    });
  });

  it.each([
    [{}, 'demo'],
    [{ DATABASE_URL: 'postgres://db.example/books' }, 'none'],
    [{ NODE_ENV: 'production' }, 'none'],
    [{ NODE_ENV: 'development' }, 'demo'],
    [{ NODE_ENV: 'production', SEED: 'demo' }, 'demo'],
    [{ DATABASE_URL: 'postgresql://db.example/books', SEED: 'demo' }, 'demo'],
  ])('seed the demo only where nobody has real data: %j', (environment, seed) => {
    expect(readSettings(environment, root).seed).toBe(seed);
  });

  it.each([
    ['true', true],
    ['false', false],
    ['', false],
  ])('take TRUST_PROXY=%j for %j', (TRUST_PROXY, trustProxy) => {
    expect(readSettings({ TRUST_PROXY }, root).trustProxy).toBe(trustProxy);
  });

  it.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['PORT', ''],
    ['HOST', ''],
    ['DRAIN_SECONDS', '1.5'],
    ['LOG_LEVEL', 'trace'],
    ['METRICS_PORT', '65536'],
    ['METRICS_HOST', ''],
    ['DATA_DIR', ''],
    ['DATABASE_URL', ''],
    ['DATABASE_DIRECT_URL', 'db.example'],
    ['MIGRATE', 'never'],
    ['DATABASE_URL', 'mysql://db.example/books'],
    ['DATABASE_URL', 'db.example'],
    ['BASE_DOMAIN', 'example.org:8080'],
    ['BASE_DOMAIN', 'https://example.org'],
    ['BASE_DOMAIN', '-example.org'],
    ['BASE_DOMAIN', '.example.org'],
    ['BASE_DOMAIN', 'exa mple.org'],
    ['BASE_DOMAIN', ''],
    ['STAGING_HOSTS', 'pages.example.dev:8080'],
    ['STAGING_HOSTS', '*.example.dev'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.1,everyone'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', 'fd00::/129'],
    ['SEED', 'DEMO'],
    ['SEED', ''],
    ['SECRET_KEY_FILE', ''],
    ['SMTP_URL', ''],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://mail.example.org/?tls.rejectUnauthorized=false'],
    ['MAIL_RETURNS_KEY', ''],
    ['MAIL_RETURNS_KEY', 'too-short'],
    ['MAIL_RETURNS_KEY', 'has a blank in the middle of it'],
    ['MEDIA_REDIRECT', 'yes'],
    ['MEDIA_PUBLIC_SECONDS', '301'],
    ['MEDIA_PUBLIC_SECONDS', '1.5'],
    ['MEDIA_PURGE_URL', 'cdn.example.org'],
    ['STREAMS_PER_SCHOOL', '0'],
    ['MAIL_FROM', ''],
    ['MAIL_FROM', 'the school'],
    ['MAIL_FROM', 'School <school@example.org>'],
    ['MAIL_FROM', 'school@example.org\r\nBcc: others@example.org'],
    ['PUBLIC_URL', ''],
    ['PUBLIC_URL', 'example.org'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'https://example.org/school'],
    ['PAYMENTS', ''],
    ['PAYMENTS', 'on'],
    ['PAYMENTS', 'live'],
    ['STRIPE_SECRET_KEY', ''],
    ['STRIPE_SECRET_KEY', 'sk_live_1 '],
    ['STRIPE_SECRET_KEY', 'sk_live_1\r\nx: y'],
    ['PAYPAL_CLIENT_SECRET', ''],
    ['PHONEPE_WEBHOOK_PASSWORD', 'two words'],
    ['STRIPE_URL', 'https://api.stripe.com/v1'],
    ['STRIPE_URL', 'api.stripe.com'],
    ['PAYPAL_URL', ''],
    ['PAYPAL_URL', 'http://api-m.paypal.com'],
    ['PAYPAL_URL', 'http://127.0.0.1.example.org'],
    ['PAYPAL_URL', 'https://user@api-m.paypal.com'],
    ['PHONEPE_URL', 'https://api.phonepe.com/?x'],
    ['PHONEPE_AUTH_URL', 'ftp://127.0.0.1'],
    ['BANK_DETAILS', ' '],
    ['BANK_DETAILS', 'x'.repeat(1001)],
  ])('with a bad value are refused by name: %s=%j', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name} must be [^\\n]+$`, 'u'));
  });

  it.each([{}, { MEDIA_STORE: 'file:/srv/media' }])(
    'send nobody to a store that has no address: %j',
    (store) => {
      expect(refusal({ ...store, MEDIA_REDIRECT: 'on' })).toMatch(/^MEDIA_STORE must be an S3 store/u);
    },
  );

  it('want to know whom email comes from where it goes out', () => {
    const SMTP_URL = 'smtp://mail.example.org';
    expect(refusal({ SMTP_URL })).toMatch(/^MAIL_FROM must be set where SMTP_URL is/u);
    expect(readSettings({ SMTP_URL, MAIL_FROM: 'a@example.org' }, root).smtpUrl).toBe(SMTP_URL);
  });

  it.each([
    [{}, 'sandbox'],
    [{ SEED: 'big' }, 'sandbox'],
    [{ SEED: 'none' }, 'off'],
    [{ DATABASE_URL: 'postgres://db.example/books' }, 'off'],
    [{ NODE_ENV: 'production' }, 'off'],
    // Real schools never meet practice money because somebody asked for the demo.
    [{ NODE_ENV: 'production', SEED: 'demo' }, 'off'],
    [{ PAYMENTS: 'off' }, 'off'],
    [{ SEED: 'none', PAYMENTS: 'sandbox' }, 'sandbox'],
    [{ PAYMENTS: 'live', BANK_DETAILS: 'IBAN' }, 'live'],
  ])('take practice money only where nobody has real data: %j', (environment, mode) => {
    expect(readSettings(environment, root).payments.mode).toBe(mode);
  });

  it('refuse practice money in production', () => {
    expect(refusal({ PAYMENTS: 'sandbox', NODE_ENV: 'production' })).toMatch(
      /^PAYMENTS must be live or off where NODE_ENV is production[^\n]*$/u,
    );
  });

  it.each([
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
    [
      'PHONEPE_CLIENT_ID',
      'PHONEPE_CLIENT_SECRET',
      'PHONEPE_CLIENT_VERSION',
      'PHONEPE_WEBHOOK_USER',
      'PHONEPE_WEBHOOK_PASSWORD',
    ],
  ])('want all keys of a provider or none: %s and its like', (...names) => {
    for (const name of names) {
      const lines = refusal({ [name]: 'one' }).split('\n');
      const others = names.filter((other) => other !== name);
      expect(lines).toEqual(others.map((other) => `${other} must be set where ${name} is`));
    }
  });

  it('name every bad value at once, each on its line, and repeat none of them', () => {
    const lines = refusal({
      PORT: 'x',
      SEED: 'y',
      DATABASE_URL: 'oops://user:secret@host',
      SMTP_URL: 'oops://user:secret@host',
    }).split('\n');
    expect(lines.map((line) => line.split(' ')[0] ?? '').toSorted()).toEqual([
      'DATABASE_URL',
      'PORT',
      'SEED',
      'SMTP_URL',
    ]);
    expect(lines.join(' ')).not.toContain('secret');
  });
});
