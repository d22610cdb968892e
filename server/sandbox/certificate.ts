import { createSign, generateKeyPairSync } from 'node:crypto';

/** PEM. */
export interface SigningKey {
  key: string;
  certificate: string;
}

/** A key and a certificate that it signed itself, as a provider hands out to check events by. */
export function makeSigningKey(name: string): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const issuer = sequence(set(sequence(objectId(0x55, 0x04, 0x03), der(0x0c, Buffer.from(name)))));
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    rsaWithSha256,
    issuer,
    // From 2020 to 2049: clocks of tests may stand anywhere.
    sequence(time('200101000000Z'), time('490101000000Z')),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('RSA-SHA256').update(content).sign(privateKey);
  const certificate = sequence(content, rsaWithSha256, der(0x03, Buffer.of(0), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/gu) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

/** @see ITU-T X.690, distinguished encoding rules */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

const set = (part: Uint8Array) => der(0x31, part);
const integer = (value: number) => der(0x02, Buffer.of(value));
const objectId = (...bytes: readonly number[]) => der(0x06, Buffer.of(...bytes));
const time = (text: string) => der(0x17, Buffer.from(text));

/** 1.2.840.113549.1.1.11 */
const rsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b), der(0x05));
