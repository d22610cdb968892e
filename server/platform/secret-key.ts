import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { access, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

const keyBytes = 32;

/** The one secret outside the database. Keys for single purposes are derived from it, so none can stand in for another. */
export class SecretKey {
  readonly #key: Buffer;
  /** By purpose; deriving one takes longer than what it is used for. */
  readonly #derived = new Map<string, Buffer>();

  constructor(key: Buffer) {
    if (key.length !== keyBytes) throw new Error(`A secret key has ${keyBytes} bytes`);
    this.#key = key;
  }

  /** 32 bytes for a purpose, the same each time and not to be written to. @see RFC 5869 */
  derive(purpose: string): Buffer {
    const known = this.#derived.get(purpose);
    if (known) return known;
    const key = Buffer.from(
      hkdfSync('sha256', this.#key, Buffer.alloc(0), `quillshelf/${purpose}`, keyBytes),
    );
    this.#derived.set(purpose, key);
    return key;
  }

  /** 32 bytes by which a database knows the key again. Nothing of the key can be found from them. */
  fingerprint(): Buffer {
    return this.sign('fingerprint', 'secret key');
  }

  /** A text that only the holder of this key can make, the same each time. */
  sign(purpose: string, text: string | Buffer): Buffer {
    return createHmac('sha256', this.derive(purpose)).update(text).digest();
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
 * Reads the key file, or makes it (readable for its owner alone) when there is none. To be made only for an empty database:
 * what is sealed in another one would never open again.
 * @throws SecretKeyError when the file holds something else, or can be neither read nor made
 */
export async function readOrCreateSecretKey(file: string): Promise<SecretKey> {
  const key = Buffer.from((await readOrMake(file)).trim(), 'base64url');
  if (key.length !== keyBytes) {
    throw new SecretKeyError(`SECRET_KEY_FILE ${file} does not hold a key (32 bytes in base64url)`);
  }
  return new SecretKey(key);
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
