import type { Module } from '#server/platform/module.ts';
import { reviewRoutes } from './reviews.routes.ts';

/** What was handed in, and what its teacher says to it. */
export function createReviews(): Module {
  return { routes: reviewRoutes() };
}
