import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exploreUntil } from '../support/explore-until.ts';

/** Drills that are over within five minutes, and need nothing that a machine may lack. */
const fitting = [
  'server-killed',
  'database-killed',
  'slow-disk',
  'network-cut',
  'clocks-apart',
  'store-away',
  'pooler-away',
];

/** Plays a drill as `npm run drills` does. @returns what it says, its figures among that, which are kept nowhere */
async function play(drill: string): Promise<string> {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')),
  );
  const child = spawn(process.execPath, ['tests/run/drills.mjs', drill], {
    env: { ...environment, DRILL_FIGURES: 'said' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return await text(child.stdout);
}

it('whatever breaks, nothing that was acknowledged is lost or doubled, and no answer is wrong', async () => {
  const until = exploreUntil(0.25);
  const [drills = []] = fc.sample(fc.shuffledSubarray(fitting, { minLength: fitting.length }), 1);
  let played = 0;
  for (const drill of drills) {
    if (Date.now() >= until) break;
    console.log(`Drill ${drill}`);
    const said = await play(drill);
    for (const none of ['… of them lost', '… doubled', 'Answers that were neither right nor 503 with a time'])
      expect(said, drill).toMatch(new RegExp(`${none}[^\\n]*? 0\\.00 +at most 0\\.00`, 'u'));
    played += 1;
  }
  expect(played).toBeGreaterThan(0);
});
