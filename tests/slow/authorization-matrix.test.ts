import { describeMatrix, rlsOrFilters } from '../support/rls-and-filters.ts';

for (const walls of rlsOrFilters) describeMatrix(walls);
