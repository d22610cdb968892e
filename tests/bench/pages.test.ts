import { expect, it } from 'vitest';
import type { Browser } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { schoolOfBench } from './kit/bench-school.ts';
import { figure, type Row } from './kit/figures.ts';
import { painted, type Paints } from './kit/paints.ts';
import { measurePublicPages } from './kit/public-pages.ts';
import { report } from './kit/report.ts';

const rounds = 5;
const speeds = [1, 4] as const;

/**
 * What counts as good: milliseconds until the largest of a page is painted, and how much of it moves by itself.
 * @see https://web.dev/articles/vitals
 */
const [goodPaint, goodShift] = [2500, 0.1];

/** Milliseconds for which a page is watched: by then all that comes late has come. */
const watched = 4000;

const big = schoolOfBench();

/** What Chromium has against putting the app on the home screen, but for the window that forgets everything. */
async function againstInstalling(browser: Browser, address: string): Promise<string[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const devtools = await context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    return installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  } finally {
    await context.close();
  }
}

it('the pages that anybody opens are measured as they are painted', async () => {
  const platform = big.server.process.origin();
  const pages = {
    'Home of a school': `${big.origin}/`,
    'Its sign-in page': `${big.origin}/login`,
    'Its library': `${big.origin}/library`,
    'Questions and answers': `${big.origin}/faq`,
    'Home of the platform': `${platform}/`,
    Registering: `${platform}/register`,
  };
  const browser = await launchBrowser();
  const found = new Map<string, Paints[]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, address] of Object.entries(pages))
      for (const speed of speeds) {
        const paints = await painted(browser, address, { speed, watched });
        const key = `${name} ${speed}`;
        if (round > 0) found.set(key, [...(found.get(key) ?? []), paints]);
      }
  const publicPages = await measurePublicPages(browser, big.server);
  const against = await againstInstalling(browser, `${big.origin}/`);
  const version = browser.version();
  await browser.close();
  expect([...found.values()].flat().every(({ first }) => first > 0)).toBe(true);

  const rows = (speed: number): Row[] =>
    Object.keys(pages).flatMap((name): Row[] => {
      const paints = found.get(`${name} ${speed}`) ?? [];
      const shifts = Math.max(...paints.map((each) => each.shifts));
      return [
        {
          what: `${name}: first words or pictures`,
          ours: figure(
            'ms',
            paints.map((each) => each.first),
          ),
        },
        {
          what: '… the largest of them',
          ours: figure(
            'ms',
            paints.map((each) => each.largest),
          ),
          target: { most: goodPaint },
        },
        {
          what: '… layout shifts, the worst of all rounds',
          ours: figure('', [shifts]),
          target: { most: goodShift },
        },
      ];
    });
  await report('pages', `Chromium ${version}`, [
    ...speeds.map((speed) => ({
      title:
        speed === 1 ? "First visits at the machine's own speed" : `With a ${speed} times slower processor`,
      rows: rows(speed),
      ...(speed === 1 && {
        notes: [
          'A tablet held upright that was never here before, with nothing of the app on it.',
          'Layout shifts are those of Web Vitals, summed up over four seconds in which nobody touches anything. The targets are what they count as good, on the slow processor too.',
        ],
      }),
    })),
    ...publicPages,
    {
      title: 'Put on the home screen',
      rows: [
        { what: 'What Chromium has against it', ours: against.length === 0 ? 'nothing' : against.join(', ') },
      ],
    },
  ]);
});
