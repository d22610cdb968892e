import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import type { Clock } from '#server/platform/clock.ts';
import { eventIn, fetchBytes, onlyHeader, referenceIn, refuseStrangeBody } from './provider-http.ts';
import { BadSignatureError, type EventHeaders, type ProviderEvent } from './provider.ts';

interface EventCheck {
  webhookId: string;
  baseUrl: string;
  clock: Clock;
  patience: number;
}

const days = 24 * 60 * 60 * 1000;
/** PayPal sends an event again for three days. */
const oldestEvent = 4 * days;
/** Certificates that are kept; PayPal has one or two at a time. */
const mostKept = 8;

const Event = v.object({
  id: v.pipe(v.string(), v.maxLength(100)),
  event_type: v.string(),
  resource: v.object({
    id: v.nullish(v.string()),
    custom_id: v.nullish(v.string()),
    purchase_units: v.nullish(v.array(v.object({ custom_id: v.nullish(v.string()) }))),
    disputed_transactions: v.nullish(v.array(v.object({ seller_transaction_id: v.nullish(v.string()) }))),
    links: v.nullish(v.array(v.object({ rel: v.string(), href: v.string() }))),
  }),
});
type Event = v.InferOutput<typeof Event>;

/**
 * Checks events of PayPal without asking it: RSA with SHA-256 over id, time, webhook id and CRC of the body.
 * @see https://developer.paypal.com/api/rest/webhooks/rest/#link-verifywebhooksignature
 */
export function createEventCheck({ webhookId, baseUrl, clock, patience }: EventCheck) {
  const certificates = new Map<string, Promise<X509Certificate>>();

  function certificateAt(url: string): Promise<X509Certificate> {
    const known = certificates.get(url);
    if (known) return known;
    const fetched = fetchCertificate(url, patience);
    certificates.set(url, fetched);
    const [oldest] = certificates.keys();
    if (certificates.size > mostKept && oldest !== undefined) certificates.delete(oldest);
    // It may be there the next time.
    fetched.catch(() => certificates.delete(url));
    return fetched;
  }

  return async (body: Buffer, headers: EventHeaders): Promise<ProviderEvent> => {
    refuseStrangeBody(body);
    const id = onlyHeader(headers, 'paypal-transmission-id');
    const time = onlyHeader(headers, 'paypal-transmission-time');
    const signature = onlyHeader(headers, 'paypal-transmission-sig');
    const isFormed =
      /^[\w-]{1,100}$/u.test(id) &&
      /^\d{4}-\d\d-\d\dT[\d:.]{5,15}Z$/u.test(time) &&
      /^[\w+/]{80,1200}={0,2}$/u.test(signature) &&
      onlyHeader(headers, 'paypal-auth-algo').toUpperCase() === 'SHA256WITHRSA';
    if (!isFormed) throw new BadSignatureError('The headers have another form');
    const now = clock.now();
    // A time that is none is not a number, and as little within.
    if (!(Math.abs(now.getTime() - Date.parse(time)) <= oldestEvent))
      throw new BadSignatureError('The event is too old');
    const certificate = await certificateAt(
      ownCertificateUrl(onlyHeader(headers, 'paypal-cert-url'), baseUrl),
    );
    if (now < new Date(certificate.validFrom) || now > new Date(certificate.validTo))
      throw new BadSignatureError('The certificate is not valid now');
    const signed = `${id}|${time}|${webhookId}|${crc32(body)}`;
    const isGood = createVerify('RSA-SHA256')
      .update(signed)
      .verify(certificate.publicKey, signature, 'base64');
    if (!isGood) throw new BadSignatureError('The signature is wrong');
    return pointed(eventIn(Event, body));
  };
}

/**
 * The sender names the certificate: anything but PayPal's own folder is somebody who signs for themselves, and has us fetch.
 * @throws BadSignatureError
 */
function ownCertificateUrl(text: string, baseUrl: string): string {
  if (URL.canParse(text)) {
    const { protocol, hostname, port, origin, pathname, search, hash, username, password } = new URL(text);
    const isPayPal =
      protocol === 'https:' && port === '' && (hostname === 'paypal.com' || hostname.endsWith('.paypal.com'));
    const isPlain = search + hash + username + password === '';
    const isCertificate = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/u.test(pathname);
    if ((isPayPal || origin === new URL(baseUrl).origin) && isPlain && isCertificate) return text;
  }
  throw new BadSignatureError('The certificate is not at PayPal');
}

/** @throws ProviderUnavailableError, BadSignatureError where something else is there */
async function fetchCertificate(url: string, patience: number): Promise<X509Certificate> {
  const signal = AbortSignal.timeout(patience);
  const { status, bytes } = await fetchBytes(url, { method: 'GET', headers: {}, signal });
  try {
    if (status !== 200) throw new TypeError(`It answered ${status}`);
    const certificate = new X509Certificate(bytes);
    if (certificate.publicKey.asymmetricKeyType !== 'rsa') throw new TypeError('The key is another kind');
    return certificate;
  } catch {
    throw new BadSignatureError('There is no certificate');
  }
}

function pointed({ id, event_type, resource }: Event): ProviderEvent {
  // A refund carries our id of the refund there, so its capture is asked, which the link up leads to.
  const up = resource.links?.find(({ rel }) => rel === 'up')?.href.match(/\/captures\/(\w+)$/u)?.[1];
  const disputed = resource.disputed_transactions?.[0]?.seller_transaction_id;
  const isCapture = event_type.startsWith('PAYMENT.CAPTURE.');
  return {
    event_id: id,
    kind: event_type,
    reference: referenceIn(resource.custom_id) ?? referenceIn(resource.purchase_units?.[0]?.custom_id),
    provider_ref: disputed ?? up ?? (isCapture ? (resource.id ?? null) : null),
    refund_ref: null,
  };
}
