/**
 * Milliseconds that a test waits for anything it needs, before it fails. A busy machine may stand still for half a minute; this is
 * the one limit of all waits, so that no test fails because the machine is slow.
 */
export const patience = 90_000;
