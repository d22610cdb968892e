import { it } from 'vitest';
import { runHalf } from './halves.ts';

const minute = 60_000;

it(
  'the ten laws hold in any history of tablets, tabs, people, networks and crashes',
  () => runHalf(0),
  60 * minute,
);
