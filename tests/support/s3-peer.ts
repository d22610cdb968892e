import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

const strict = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase()}`,
  );

export const s3Key = {
  accessKeyId: 'PEERKEY0000000000000',
  secretAccessKey: 'a-secret-of-the-peer-0123456789',
};

/** Whether a call is signed as version 4 of the signature says, with our key (AWS, "Signature Version 4 signing process"). */
function isSigned(request: IncomingMessage): boolean {
  if (new URL(request.url ?? '', 'http://peer').searchParams.has('X-Amz-Signature'))
    return isSignedLink(request);
  const header = request.headers.authorization ?? '';
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/u.exec(
      header,
    ) ?? [];
  const [key, date = '', region = '', service = ''] = credential.split('/');
  const time = String(request.headers['x-amz-date']);
  if (key !== s3Key.accessKeyId || !time.startsWith(date)) return false;
  const url = new URL(request.url ?? '', 'http://peer');
  const query = [...url.searchParams]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .toSorted()
    .join('&');
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => strict(decodeURIComponent(part)))
      .join('/'),
    query,
    ...names
      .split(';')
      .map((name) => `${name}:${String(request.headers[name]).trim().replaceAll(/ +/gu, ' ')}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = [date, region, service, 'aws4_request'].join('/');
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n');
  const signing = [date, region, service, 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => mac(secret, part),
    `AWS4${s3Key.secretAccessKey}`,
  );
  const expected = mac(signing, text);
  return signature !== '' && timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}

/** The same of an address that says all of it, and until when ("Authenticating requests: using query parameters"). */
function isSignedLink(request: IncomingMessage): boolean {
  const url = new URL(request.url ?? '', 'http://peer');
  const take = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  const [key, date = '', region = '', service = ''] = take('Credential').split('/');
  const time = take('Date');
  // 20261127T120000Z
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u.exec(time) ?? [];
  const [year = 0, month = 0, ...rest] = parts.map(Number);
  const age = Date.now() - Date.UTC(year, month - 1, ...rest);
  const isRead = request.method === 'GET' && request.headers.authorization === undefined;
  if (!isRead || key !== s3Key.accessKeyId || age < -60_000 || age > Number(take('Expires')) * 1000)
    return false;
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .toSorted()
    .join('&');
  const path = url.pathname.split('/').map((part) => strict(decodeURIComponent(part)));
  const names = take('SignedHeaders');
  const signedHeaders = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`);
  const canonical = ['GET', path.join('/'), query, ...signedHeaders, '', names, 'UNSIGNED-PAYLOAD'].join(
    '\n',
  );
  const scope = [date, region, service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash(canonical)].join('\n');
  const signing = scope.reduce<Buffer | string>(
    (secret, part) => mac(secret, part),
    `AWS4${s3Key.secretAccessKey}`,
  );
  const signature = take('Signature');
  const expected = mac(signing, text);
  return /^[0-9a-f]{64}$/u.test(signature) && timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}

export interface S3Peer {
  readonly endpoint: string;
  readonly bucket: string;
  /** By their keys. */
  readonly objects: Map<string, { content: Buffer; type: string }>;
  /** Methods and keys as they came. */
  readonly calls: string[];
  /** Of the pages of a list. */
  pageSize: number;
  /** Answers all calls with this status; null: as a store does. */
  failsWith: number | null;
  close(): Promise<void>;
}

/** A store that speaks the protocol of S3 for one bucket: objects by path, signatures, ranges, lists in pages. */
export async function openS3Peer(): Promise<S3Peer> {
  const bucket = 'media';
  const objects: S3Peer['objects'] = new Map();
  const calls: string[] = [];

  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = keys.slice(0, peer.pageSize);
    const more = keys.length > page.length;
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name>` +
        `<IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}` +
        page
          .map(
            (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.content.length}</Size></Contents>`,
          )
          .join('') +
        '</ListBucketResult>',
    );
  }

  function send(key: string, request: IncomingMessage, response: ServerResponse): void {
    const object = objects.get(key);
    if (!object) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? '') ?? [];
    const part = from === undefined ? object.content : object.content.subarray(Number(from), Number(to) + 1);
    const asked = new URL(request.url ?? '', 'http://peer').searchParams;
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': asked.get('response-content-type') ?? object.type,
      'content-length': part.length,
    });
    response.end(part);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://peer');
    const [, inBucket, ...path] = url.pathname.split('/');
    const key = path.join('/');
    const content = await buffer(request);
    calls.push(`${request.method} ${key}`);
    if (peer.failsWith !== null) return void response.writeHead(peer.failsWith).end();
    if (!isSigned(request))
      return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    if (inBucket !== bucket)
      return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
    if (key === '') return list(url, response);
    if (request.method === 'PUT') {
      const isWhole = hash(content) === request.headers['x-amz-content-sha256'];
      if (!isWhole)
        return void response.writeHead(400).end('<Error><Code>XAmzContentSHA256Mismatch</Code></Error>');
      objects.set(key, { content, type: String(request.headers['content-type']) });
      return void response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    return send(key, request, response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const peer: S3Peer = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    objects,
    calls,
    pageSize: 1000,
    failsWith: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return peer;
}
