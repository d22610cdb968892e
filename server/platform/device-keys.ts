import { webcrypto } from 'node:crypto';

/** The public key of a device as a JSON Web Key. */
type DevicePublicKey = Pick<webcrypto.JsonWebKey, 'kty' | 'crv' | 'x' | 'y'>;

/** Null for coordinates of no point of the curve. */
async function importKey(jwk: DevicePublicKey): Promise<webcrypto.CryptoKey | null> {
  try {
    return await webcrypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'verify',
    ]);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** @see FIPS 186-5 (ECDSA); signatures as r and s side by side, as WebCrypto makes them */
export async function isSignedBy(jwk: DevicePublicKey, message: string, signature: string): Promise<boolean> {
  const key = await importKey(jwk);
  if (!key) return false;
  return await webcrypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    Buffer.from(signature, 'base64url'),
    new TextEncoder().encode(message),
  );
}

/** Of the coordinates alone one cannot see whether they are on the curve. */
export async function isDeviceKey(jwk: DevicePublicKey): Promise<boolean> {
  return (await importKey(jwk)) !== null;
}
