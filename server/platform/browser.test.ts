import { describe, expect, it } from 'vitest';
import { networkOf, readCookies } from './browser.ts';

describe('the cookies of a request', () => {
  it('are found by their names', () => {
    const cookies = readCookies('theme=dark; quillshelf_device=abc_-1; empty=');
    expect([...cookies]).toEqual([
      ['theme', 'dark'],
      ['quillshelf_device', 'abc_-1'],
      ['empty', ''],
    ]);
  });

  it('keep what stands behind a second sign of equality', () => {
    expect(readCookies('a=b=c').get('a')).toBe('b=c');
  });

  it('count once where a name stands there twice', () => {
    expect(readCookies('a=1; a=2').get('a')).toBe('1');
  });

  it.each([[undefined], [''], [';;'], ['=x'], ['novalue']])('are none in %j', (header) => {
    expect(readCookies(header).size).toBe(0);
  });
});

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
