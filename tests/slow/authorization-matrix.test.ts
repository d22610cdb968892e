import { itStandsBehind, singleWalls } from '../support/behind-walls.ts';

for (const walls of singleWalls) itStandsBehind(walls);
