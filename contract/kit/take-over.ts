/** What a page tells the worker that is in force: it is not among the pages that the worker answers for, and shall be. */
export const takeOver = { type: 'TAKE_OVER' } as const;
