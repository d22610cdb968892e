import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { access, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

const keyBytes = 32;

/** One line of the key file. */
class RingKey {
  readonly #key: Buffer;
  /** By purpose; deriving one takes longer than what it is used for. */
  readonly #derived = new Map<string, Buffer>();

  constructor(key: Buffer) {
    if (key.length !== keyBytes) throw new Error(`A secret key has ${keyBytes} bytes`);
    this.#key = key;
  }

  derive(purpose: string): Buffer {
    const known = this.#derived.get(purpose);
    if (known) return known;
    const key = Buffer.from(
      hkdfSync('sha256', this.#key, Buffer.alloc(0), `quillshelf/${purpose}`, keyBytes),
    );
    this.#derived.set(purpose, key);
    return key;
  }

  sign(purpose: string, text: string | Buffer): Buffer {
    return createHmac('sha256', this.derive(purpose)).update(text).digest();
  }

  fingerprint(): Buffer {
    return this.sign('fingerprint', 'secret key');
  }
}

/** The keys of one purpose: the first seals, all open. */
export interface SealingKeys {
  /** `number` stands in front of what was sealed; it follows from the key. */
  readonly keys: readonly [NumberedKey, ...NumberedKey[]];
}

interface NumberedKey {
  readonly number: Buffer;
  readonly key: Buffer;
}

/** Bytes of a key's number. */
export const numberBytes = 4;

/**
 * The one secret outside the database: a ring of keys, of which the first seals and signs, and all open and verify. Keys for
 * single purposes are derived from each, so none can stand in for another.
 */
export class SecretKey {
  readonly #ring: readonly [RingKey, ...RingKey[]];

  constructor(first: Buffer, ...others: Buffer[]) {
    this.#ring = [new RingKey(first), ...others.map((key) => new RingKey(key))];
  }

  /** 32 bytes for a purpose, of the first key; the same each time and not to be written to. @see RFC 5869 */
  derive(purpose: string): Buffer {
    return this.#ring[0].derive(purpose);
  }

  /** The same of each key, the first key's first. */
  deriveAll(purpose: string): Buffer[] {
    return this.#ring.map((key) => key.derive(purpose));
  }

  /** What seals and opens for a purpose. */
  sealing(purpose: string): SealingKeys {
    const [first, ...others] = this.#ring;
    const numbered = (key: RingKey) => ({
      number: key.fingerprint().subarray(0, numberBytes),
      key: key.derive(purpose),
    });
    return { keys: [numbered(first), ...others.map(numbered)] };
  }

  /** 32 bytes by which a database knows each key again, the first one's first. Nothing of a key can be found from them. */
  fingerprints(): [Buffer, ...Buffer[]] {
    const [first, ...others] = this.#ring;
    return [first.fingerprint(), ...others.map((key) => key.fingerprint())];
  }

  /** A text that only a holder of the first key can make, the same each time. */
  sign(purpose: string, text: string | Buffer): Buffer {
    return this.#ring[0].sign(purpose, text);
  }

  /** The same of each key, the first key's first: for what is looked up by its signature. */
  signAll(purpose: string, text: string | Buffer): Buffer[] {
    return this.#ring.map((key) => key.sign(purpose, text));
  }

  /** Whether one of the keys signed it. */
  isSigned(purpose: string, text: string | Buffer, signature: Buffer): boolean {
    return this.signAll(purpose, text).some(
      (ours) => ours.length === signature.length && timingSafeEqual(ours, signature),
    );
  }
}

/** Says by name what is wrong with the file, in one line. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}

/** Whole or not at all: neither a server that starts at the same moment nor a power cut finds half a key. */
async function makeKeyFile(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(keyBytes).toString('base64url')}\n`);
    await handle.sync();
    await link(draft, file);
  } catch (error) {
    // Another server was first, and its key is the one.
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

/**
 * Reads the key file; null where there is none.
 * @throws SecretKeyError when the file holds something else or cannot be read
 */
export async function readSecretKey(file: string): Promise<SecretKey | null> {
  return (await exists(file)) ? await readOrCreateSecretKey(file) : null;
}

/**
 * Reads the key file, a key on each line, or makes it (readable for its owner alone) when there is none. To be made only for an empty database:
 * what is sealed in another one would never open again.
 * @throws SecretKeyError when the file holds something else, or can be neither read nor made
 */
export async function readOrCreateSecretKey(file: string): Promise<SecretKey> {
  const lines = (await readOrMake(file)).split('\n').map((line) => line.trim());
  const keys = lines.flatMap((line, place) => (line === '' ? [] : [keyIn(file, line, place + 1)]));
  const [first, ...others] = keys;
  if (!first) throw new SecretKeyError(`SECRET_KEY_FILE ${file} does not hold a key (32 bytes in base64url)`);
  return new SecretKey(first, ...others);
}

function keyIn(file: string, line: string, number: number): Buffer {
  const key = Buffer.from(line, 'base64url');
  if (key.length === keyBytes) return key;
  const place = number === 1 ? '' : ` in line ${number}`;
  throw new SecretKeyError(`SECRET_KEY_FILE ${file} does not hold a key (32 bytes in base64url)${place}`);
}

async function readOrMake(file: string): Promise<string> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    if (!(await exists(file))) await makeKeyFile(file);
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SecretKeyError(`SECRET_KEY_FILE ${file} can be neither read nor made: ${reason}`);
  }
}
