import { isFoundSoon, itFinds } from '../sync/simulator/find-planted-bugs.ts';
import { plantedBugs } from '../sync/simulator/planted-bugs.ts';

itFinds(plantedBugs.filter((bug) => !isFoundSoon(bug)));
