import { describeMatrix, rlsOrFilters } from '../support/matrix/rls-and-filters.ts';

for (const walls of rlsOrFilters) describeMatrix(walls);
