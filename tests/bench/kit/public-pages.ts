import { gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import type { Browser } from 'playwright';
import type { BenchServer } from './big-school.ts';
import { figure, type Row } from './figures.ts';
import type { Table } from './report.ts';
import { clockOfServer } from './server-clock.ts';
import { painted, type Paints } from './paints.ts';

const rounds = 5;
/** Requests of one round, whose processor time is divided among them. */
const requests = 40;

/** Public pages, short and long, on the host of the platform. */
const addresses = [
  '/',
  '/library',
  '/about',
  '/courses',
  '/courses/write-a-book-to-change-the-world',
  '/sdgs/6',
  '/live',
  '/our-framework',
  '/terms-of-use',
] as const;

/** A slow line: 1.6 Mbit/s down, 750 kbit/s up, 150 ms; and a processor a quarter as fast. */
const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const slowProcessor = 4;
/** Milliseconds for which a page is watched on it: by then the app has taken the place of what was served. */
const watched = 8000;

const goals = { first: 1000, largest: 1500, shift: 0.05, bytes: 25, warm: 10, cold: 25 };

interface Answer {
  /** Bytes of the page over the line. */
  bytes: number;
  html: string;
}

/** A page as a browser is given it, compressed. */
function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { accept: 'text/html', 'accept-encoding': 'gzip', ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const body = Buffer.concat(parts);
        const isCompressed = answer.headers['content-encoding'] === 'gzip';
        resolve({ bytes: body.length, html: (isCompressed ? gunzipSync(body) : body).toString('utf8') });
      });
    }).on('error', reject);
  });
}

/** Processor time of one request in milliseconds. A cookie goes past the cache of written pages. */
async function timeOf(url: string, clock: () => number, headers: Record<string, string>): Promise<number> {
  const before = clock();
  for (let request = 0; request < requests; request += 1) await ask(url, headers);
  return (clock() - before) / requests;
}

/** What a visitor waits for on a slow line, what goes over it, and what the server does for it. */
export async function measurePublicPages(browser: Browser, server: BenchServer): Promise<Table[]> {
  const origin = server.process.origin();
  const clock = await clockOfServer(server);
  const paints = new Map<string, Paints[]>();
  const times = { warm: new Map<string, number[]>(), cold: new Map<string, number[]>() };
  const bytes = new Map<string, number>();
  const add = <Value>(map: Map<string, Value[]>, address: string, value: Value) =>
    map.set(address, [...(map.get(address) ?? []), value]);
  for (const address of addresses) {
    const { bytes: size, html } = await ask(`${origin}${address}`);
    if (!html.includes('id="served"')) throw new Error(`Nothing is written at ${address}`);
    bytes.set(address, size / 1000);
  }
  for (let round = 0; round <= rounds; round += 1)
    for (const address of addresses) {
      const url = `${origin}${address}`;
      const seen = await painted(browser, url, { speed: slowProcessor, watched, line: slowLine });
      const cold = await timeOf(url, clock, { cookie: 'past=the-cache' });
      const warm = await timeOf(url, clock, {});
      if (round === 0) continue;
      add(paints, address, seen);
      add(times.cold, address, cold);
      add(times.warm, address, warm);
    }
  const seenBy = (address: string) => paints.get(address) ?? [];
  const rows = addresses.flatMap((address): Row[] => {
    const all = seenBy(address);
    return [
      {
        what: `${address}: first words or pictures`,
        ours: figure(
          'ms',
          all.map(({ first }) => first),
        ),
        target: { most: goals.first },
      },
      {
        what: '… the largest of them',
        ours: figure(
          'ms',
          all.map(({ largest }) => largest),
        ),
        target: { most: goals.largest },
      },
      {
        what: '… layout shifts, the worst of all rounds',
        ours: figure('', [Math.max(...all.map(({ shifts }) => shifts))]),
        target: { most: goals.shift },
      },
      {
        what: '… the page over the line, with gzip',
        ours: figure('kB', [bytes.get(address) ?? 0]),
        target: { most: goals.bytes },
      },
    ];
  });
  return [
    {
      title: 'Public pages at 1.6 Mbit/s and 150 ms, with a 4 times slower processor',
      rows,
      notes: [
        'The platform’s host, a device that was never here before. Chromium slows its own line and processor, on this machine, which does the server’s work as well.',
      ],
    },
    {
      title: 'Public pages at the server',
      rows: addresses.flatMap((address): Row[] => [
        {
          what: `${address}: kept by the server`,
          ours: figure('ms', times.warm.get(address) ?? []),
          target: { most: goals.warm },
        },
        {
          what: '… written for this request',
          ours: figure('ms', times.cold.get(address) ?? []),
          target: { most: goals.cold },
        },
      ]),
      notes: [
        `Processor time of the server and its database for a page, by ${requests} requests a round over HTTP. A page is written for each request that brings a cookie.`,
      ],
    },
  ];
}
