import type { DeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';

/** What is stored instead of a person's words. */
export interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

const nonceBytes = 12;

/**
 * Law 5: whoever reads the raw storage of a shared tablet finds no child's words in the outbox. AES-256-GCM under a key
 * of the device that cannot be taken out of it. What this does not stop: a script that runs in our own page.
 * @see W3C Web Cryptography API, NIST SP 800-38D
 */
export class Sealer {
  readonly #environment: SyncEnvironment;
  readonly #device: DeviceDatabase;
  #key: Promise<CryptoKey> | null = null;

  /** The key is fetched when it is first needed: the first rows of a screen do without. */
  constructor(environment: SyncEnvironment, device: DeviceDatabase) {
    this.#environment = environment;
    this.#device = device;
  }

  /** @throws where the device's key can be had neither from its database nor anew */
  async ready(): Promise<void> {
    await this.#keyOfDevice();
  }

  #keyOfDevice(): Promise<CryptoKey> {
    this.#key ??= this.#device
      .keepKey('seal', () =>
        this.#environment.crypto.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
      )
      .catch((error: unknown) => {
        // What failed for a moment must not fail for as long as the app is open.
        this.#key = null;
        throw error;
      });
    return this.#key;
  }

  /** `context` says what it is and whose: a sealed value that is moved elsewhere does not open there. */
  async seal(value: unknown, context: string): Promise<Sealed> {
    return await this.sealBytes(new TextEncoder().encode(JSON.stringify(value)), context);
  }

  async sealBytes(plain: BufferSource, context: string): Promise<Sealed> {
    return await sealBytesWith(this.#environment, await this.#keyOfDevice(), plain, context);
  }

  /** @throws DOMException where the key, the context or a single bit differs */
  async open(sealed: Sealed, context: string): Promise<unknown> {
    return JSON.parse(new TextDecoder().decode(await this.openBytes(sealed, context))) as unknown;
  }

  /** @throws DOMException where the key, the context or a single bit differs */
  async openBytes(sealed: Sealed, context: string): Promise<ArrayBuffer> {
    return await this.#environment.crypto.decrypt(
      parameters(sealed.nonce, context),
      await this.#keyOfDevice(),
      sealed.data,
    );
  }
}

type Cryptography = Pick<SyncEnvironment, 'crypto' | 'randomBytes'>;

async function sealBytesWith(
  { crypto, randomBytes }: Cryptography,
  key: CryptoKey,
  plain: BufferSource,
  context: string,
): Promise<Sealed> {
  const nonce = randomBytes(nonceBytes);
  return { nonce, data: await crypto.encrypt(parameters(nonce, context), key, plain) };
}

/** The same under another key than that of the device. */
export function sealWith(
  environment: Cryptography,
  key: CryptoKey,
  value: unknown,
  context: string,
): Promise<Sealed> {
  return sealBytesWith(environment, key, new TextEncoder().encode(JSON.stringify(value)), context);
}

/** @throws DOMException where the key, the context or a single bit differs */
export async function openSealed(
  { crypto }: Pick<SyncEnvironment, 'crypto'>,
  key: CryptoKey,
  { nonce, data }: Sealed,
  context: string,
): Promise<unknown> {
  const plain = await crypto.decrypt(parameters(nonce, context), key, data);
  return JSON.parse(new TextDecoder().decode(plain)) as unknown;
}

function parameters(nonce: Uint8Array<ArrayBuffer>, context: string): AesGcmParams {
  return { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(context) };
}
