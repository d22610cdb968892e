import * as v from 'valibot';

/** `sandbox`: practice money of providers that run with this server. */
export type PaymentMode = 'sandbox' | 'live' | 'off';

/** Keys and addresses of those who take money. Null: not offered. */
export interface PaymentSettings {
  mode: PaymentMode;
  stripe: { secretKey: string; webhookSecret: string; baseUrl: string } | null;
  paypal: { clientId: string; clientSecret: string; webhookId: string; baseUrl: string } | null;
  phonepe: {
    clientId: string;
    clientSecret: string;
    clientVersion: string;
    webhookUser: string;
    webhookPassword: string;
    baseUrl: string;
    authUrl: string;
  } | null;
  /** Lines of text that buyers who pay by bank transfer read. */
  bankDetails: string | null;
}

const key = v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/u, 'must be a key without spaces')));

const isOnThisMachine = (hostname: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname);

function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && isOnThisMachine(hostname));
  return isPrivate && search + hash + username === '';
}

const isWithoutPath = (text: string) => !URL.canParse(text) || new URL(text).pathname === '/';

const address = (usual: string) =>
  v.optional(
    v.pipe(v.string(), v.check(isServiceUrl, 'must be an https address; http is for this machine alone')),
    usual,
  );

/** What the environment says of payments; part of the schema of all settings. */
export const paymentVariables = {
  PAYMENTS: v.optional(v.picklist(['sandbox', 'live', 'off'], 'must be sandbox, live or off')),
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: key,
  STRIPE_URL: v.pipe(
    address('https://api.stripe.com'),
    v.check(isWithoutPath, 'must be an address without a path: Stripe’s client takes none'),
  ),
  PAYPAL_CLIENT_ID: key,
  PAYPAL_CLIENT_SECRET: key,
  PAYPAL_WEBHOOK_ID: key,
  PAYPAL_URL: address('https://api-m.paypal.com'),
  PHONEPE_CLIENT_ID: key,
  PHONEPE_CLIENT_SECRET: key,
  PHONEPE_CLIENT_VERSION: key,
  PHONEPE_WEBHOOK_USER: key,
  PHONEPE_WEBHOOK_PASSWORD: key,
  PHONEPE_URL: address('https://api.phonepe.com/apis/pg'),
  PHONEPE_AUTH_URL: address('https://api.phonepe.com/apis/identity-manager'),
  BANK_DETAILS: v.optional(
    v.pipe(
      v.string(),
      // Many ways to set an environment take no line ends.
      v.transform((text) => text.replaceAll('\\n', '\n').trim()),
      v.nonEmpty('must be lines of text'),
      v.maxLength(1000, 'must be 1000 characters at most'),
    ),
  ),
};

type Values = v.InferOutput<v.ObjectSchema<typeof paymentVariables, undefined>>;

/** `problems`: one line each, beginning with the name of a variable. */
export function readPaymentSettings(
  values: Values,
  { isDemo, production }: { isDemo: boolean; production: boolean },
): { settings: PaymentSettings; problems: string[] } {
  const problems: string[] = [];
  const mode = values.PAYMENTS ?? (isDemo && !production ? 'sandbox' : 'off');
  if (mode === 'sandbox' && production)
    problems.push('PAYMENTS must be live or off where NODE_ENV is production: sandbox takes practice money');

  /** Null where none is set; with some of them, a line for each that is missing. */
  function all<Name extends keyof Values>(...names: readonly Name[]): Record<Name, string> | null {
    const set = names.filter((name) => values[name] !== undefined);
    if (set.length === 0) return null;
    for (const name of names)
      if (values[name] === undefined) problems.push(`${name} must be set where ${set[0]} is`);
    return Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as Record<Name, string>;
  }

  const stripe = all('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  const paypal = all('PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID');
  const phonepe = all(
    'PHONEPE_CLIENT_ID',
    'PHONEPE_CLIENT_SECRET',
    'PHONEPE_CLIENT_VERSION',
    'PHONEPE_WEBHOOK_USER',
    'PHONEPE_WEBHOOK_PASSWORD',
  );
  const bankDetails = values.BANK_DETAILS ?? null;
  if (mode === 'live' && stripe === null && paypal === null && phonepe === null && bankDetails === null)
    problems.push('PAYMENTS must be off where neither keys of a provider nor BANK_DETAILS are set');

  const settings: PaymentSettings = {
    mode,
    stripe: stripe && {
      secretKey: stripe.STRIPE_SECRET_KEY,
      webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
      baseUrl: values.STRIPE_URL,
    },
    paypal: paypal && {
      clientId: paypal.PAYPAL_CLIENT_ID,
      clientSecret: paypal.PAYPAL_CLIENT_SECRET,
      webhookId: paypal.PAYPAL_WEBHOOK_ID,
      baseUrl: values.PAYPAL_URL,
    },
    phonepe: phonepe && {
      clientId: phonepe.PHONEPE_CLIENT_ID,
      clientSecret: phonepe.PHONEPE_CLIENT_SECRET,
      clientVersion: phonepe.PHONEPE_CLIENT_VERSION,
      webhookUser: phonepe.PHONEPE_WEBHOOK_USER,
      webhookPassword: phonepe.PHONEPE_WEBHOOK_PASSWORD,
      baseUrl: values.PHONEPE_URL,
      authUrl: values.PHONEPE_AUTH_URL,
    },
    bankDetails,
  };
  return { settings, problems };
}
