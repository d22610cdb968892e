import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMediaSettings } from './media-settings.ts';

const keys = { AWS_ACCESS_KEY_ID: 'KEY', AWS_SECRET_ACCESS_KEY: 'secret' };
const read = (MEDIA_STORE: string | undefined, more: Partial<typeof keys> = {}) =>
  readMediaSettings({ MEDIA_STORE, ...more }, '/srv/program');

describe('where media are kept', () => {
  it('is the database where nothing is said', () => {
    expect(read(undefined)).toEqual({ settings: null, problem: null });
    expect(read('')).toEqual({ settings: null, problem: null });
  });

  it.each([
    ['file:/var/lib/media', '/var/lib/media'],
    ['file:///var/lib/media', '/var/lib/media'],
    ['file:media', path.resolve('/srv/program', 'media')],
  ])('is a folder: %s', (text, folder) => {
    expect(read(text).settings).toEqual({ kind: 'folder', folder });
  });

  it('is a bucket of a store, with its region', () => {
    expect(
      read('s3://books?endpoint=https://s3.example.org:9000&region=eu-central-1', keys).settings,
    ).toEqual({
      kind: 's3',
      bucket: 'books',
      endpoint: 'https://s3.example.org:9000',
      region: 'eu-central-1',
      accessKeyId: 'KEY',
      secretAccessKey: 'secret',
    });
    expect(read('s3://books?endpoint=http://127.0.0.1:9000', keys).settings).toMatchObject({
      region: 'us-east-1',
    });
  });

  it.each([
    ['file:', {}, 'MEDIA_STORE must name a folder'],
    ['/var/lib/media', {}, 'MEDIA_STORE must be such as'],
    ['https://s3.example.org', keys, 'MEDIA_STORE must be such as'],
    ['s3://books', keys, 'MEDIA_STORE must say the endpoint'],
    ['s3://books?endpoint=ftp://s3.example.org', keys, 'MEDIA_STORE must say the endpoint'],
    ['s3://books?endpoint=https://user:word@s3.example.org', keys, 'MEDIA_STORE must say the endpoint'],
    [
      's3://books?endpoint=https://s3.example.org',
      {},
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set',
    ],
  ])('is refused in one line where it cannot be: %s', (text, more, words) => {
    const { settings, problem } = read(text, more);
    expect(settings).toBeNull();
    expect(problem).toContain(words);
    expect(problem).not.toContain('secret');
  });
});
