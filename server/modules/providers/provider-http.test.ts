import { describe, expect, it } from 'vitest';
import { checkedPayUrl, isLoopback, referenceIn } from './provider-http.ts';
import { ProviderUnavailableError } from './provider.ts';

const hosts = ['paypal.com'];
const success_url = 'https://greenfield.example.org/paypal-payment/success';
const live = { hosts, baseUrl: 'https://api-m.paypal.com', success_url };
const practice = { ...live, baseUrl: 'http://127.0.0.1:4000' };

describe('the page to which buyers are sent', () => {
  it.each([
    ['https://paypal.com/checkoutnow?token=1', live],
    ['https://www.sandbox.paypal.com/checkoutnow?token=1', live],
    ['https://greenfield.example.org/sandbox/paypal/1', practice],
  ])('is the provider’s own: %s', (url, provider) => {
    expect(checkedPayUrl(url, provider)).toBe(url);
  });

  it.each([
    'http://www.paypal.com/checkoutnow',
    'https://paypal.com.attacker.example/',
    'https://attackerpaypal.com/',
    'https://paypal.com@attacker.example/',
    'https://user@www.paypal.com/',
    'javascript:alert(1)',
    '/checkoutnow',
    '',
    null,
    undefined,
    // Practice pages are for practice providers.
    'https://greenfield.example.org/sandbox/paypal/1',
  ])('is no other: %s', (url) => {
    expect(() => checkedPayUrl(url, live)).toThrow(ProviderUnavailableError);
  });

  it.each(['https://riverside.example.org/sandbox/paypal/1', 'https://greenfield.example.org/login'])(
    'of a practice provider is a practice page of the same tenant, not %s',
    (url) => {
      expect(() => checkedPayUrl(url, practice)).toThrow(ProviderUnavailableError);
    },
  );
});

describe('a reference', () => {
  it.each(['a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, 43, null])('is not %j', (value) => {
    expect(referenceIn(value)).toBeNull();
  });

  it('has the 43 characters of 32 bytes', () => {
    expect(referenceIn('aA0_-'.padEnd(43, 'x'))).toBe('aA0_-'.padEnd(43, 'x'));
  });
});

describe('this machine', () => {
  it.each(['http://127.0.0.1:1', 'http://localhost', 'http://pay.localhost', 'http://[::1]:2'])(
    'is %s',
    (url) => {
      expect(isLoopback(url)).toBe(true);
    },
  );

  it.each(['https://127.0.0.1.example.org', 'https://localhost.example.org', 'https://10.0.0.1'])(
    'is not %s',
    (url) => {
      expect(isLoopback(url)).toBe(false);
    },
  );
});
