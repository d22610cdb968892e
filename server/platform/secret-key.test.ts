import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOrCreateSecretKey, SecretKey } from './secret-key.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-key-'));
});

afterEach(() => rm(folder, { recursive: true }));

describe('the secret key file', () => {
  it('is made on the first start, in a folder that need not be there, and readable for its owner alone', async () => {
    const file = path.join(folder, 'deep', 'down', 'secret.key');
    await readOrCreateSecretKey(file);
    expect(Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')).toHaveLength(32);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('gives the same key on every later start, and to several servers that start at once', async () => {
    const file = path.join(folder, 'secret.key');
    const keys = await Promise.all([1, 2, 3, 4].map(() => readOrCreateSecretKey(file)));
    const later = await readOrCreateSecretKey(file);
    for (const key of keys) expect(key.derive('test')).toEqual(later.derive('test'));
  });

  it('differs from installation to installation', async () => {
    const one = await readOrCreateSecretKey(path.join(folder, 'one'));
    const other = await readOrCreateSecretKey(path.join(folder, 'other'));
    expect(one.derive('test')).not.toEqual(other.derive('test'));
  });

  it.each(['', 'too short', 'A'.repeat(42), 'A'.repeat(60), '!'.repeat(43)])(
    'that holds something else is refused in one line and left as it is: %j',
    async (text) => {
      const file = path.join(folder, 'secret.key');
      await writeFile(file, text);
      await expect(readOrCreateSecretKey(file)).rejects.toThrow(
        `SECRET_KEY_FILE ${file} does not hold a key (32 bytes in base64url)`,
      );
      expect(await readFile(file, 'utf8')).toBe(text);
    },
  );

  it('has a key on each line, of which the first one seals', async () => {
    const file = path.join(folder, 'secret.key');
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    await writeFile(file, `${first.toString('base64url')}\r\n\n${second.toString('base64')}\n`);
    const ring = await readOrCreateSecretKey(file);
    expect(ring.derive('test')).toEqual(new SecretKey(first).derive('test'));
    expect(ring.deriveAll('test')).toEqual(new SecretKey(first, second).deriveAll('test'));
    await writeFile(file, `${first.toString('base64url')}\nno key\n`);
    await expect(readOrCreateSecretKey(file)).rejects.toThrow(
      `SECRET_KEY_FILE ${file} does not hold a key (32 bytes in base64url) in line 2`,
    );
  });

  it('that can be neither read nor made is named in one line', async () => {
    const aFile = path.join(folder, 'a-file');
    await writeFile(aFile, '');
    for (const file of [folder, path.join(aFile, 'secret.key')])
      await expect(readOrCreateSecretKey(file)).rejects.toThrow(
        new RegExp(`^SECRET_KEY_FILE ${file} can be neither read nor made: [^\\n]+$`, 'u'),
      );
  });
});

describe('a secret key', () => {
  const key = new SecretKey(Buffer.alloc(32, 1));

  it('derives another key for each purpose, the same every time', () => {
    expect(key.derive('a')).toHaveLength(32);
    expect(key.derive('a')).toEqual(new SecretKey(Buffer.alloc(32, 1)).derive('a'));
    expect(key.derive('a')).not.toEqual(key.derive('b'));
    expect(key.derive('a')).not.toEqual(Buffer.alloc(32, 1));
    expect(new SecretKey(Buffer.alloc(32, 2)).derive('a')).not.toEqual(key.derive('a'));
  });

  it('signs by purpose and by text', () => {
    expect(key.sign('a', 'text')).toEqual(key.sign('a', Buffer.from('text')));
    expect(key.sign('a', 'text')).not.toEqual(key.sign('b', 'text'));
    expect(key.sign('a', 'text')).not.toEqual(key.sign('a', 'texts'));
  });

  it('knows what an earlier one signed, and nobody else', () => {
    const ring = new SecretKey(Buffer.alloc(32, 2), Buffer.alloc(32, 1));
    expect(ring.sign('a', 'text')).not.toEqual(key.sign('a', 'text'));
    expect(ring.isSigned('a', 'text', key.sign('a', 'text'))).toBe(true);
    expect(ring.isSigned('a', 'text', ring.sign('a', 'text'))).toBe(true);
    expect(ring.isSigned('a', 'text', new SecretKey(Buffer.alloc(32, 3)).sign('a', 'text'))).toBe(false);
    expect(ring.isSigned('a', 'text', Buffer.alloc(5))).toBe(false);
  });

  it('has 32 bytes', () => {
    expect(() => new SecretKey(Buffer.alloc(31))).toThrow('32 bytes');
  });

  it('does not show itself in a log', () => {
    expect(JSON.stringify({ key })).toBe('{"key":{}}');
  });
});
