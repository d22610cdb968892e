/** Group of the program's own rights. Migrations grant to it; login roles are its members. */
export const appRole = 'quillshelf_app';

/** Group of the rights of the platform's panel, which reads all schools and writes nothing. */
export const panelRole = 'quillshelf_panel';

/** What PostgreSQL begins each connection of a role with, in the form in which it shows it. */
export type RoleSettings = Readonly<Record<string, string>>;

/*
 * A prepared statement keeps its plan. One that was made while a table was small would read the whole table for ever
 * (until PostgreSQL counts its rows again), so whole tables are read only where nothing else would do: every row is
 * found by an index that begins with the tenant. Ruling them out looks to PostgreSQL like a high cost, for which it would
 * compile; that takes longer than our queries run. Random reads cost what they do on SSDs, not on turning disks.
 */
const planning = { enable_seqscan: 'off', jit: 'off', random_page_cost: '1.1' };

/** Of the program. A runaway statement must not hold a connection; the longest honest one is a first pull of a big school. */
export const appSettings: RoleSettings = {
  ...planning,
  statement_timeout: '20s',
  idle_in_transaction_session_timeout: '1min',
};

/** Of the panel, whose lists give up early. Words of a search are rare or common, so one plan does not suit all of them. */
export const panelSettings: RoleSettings = {
  ...planning,
  statement_timeout: '1s',
  idle_in_transaction_session_timeout: '1min',
  default_transaction_read_only: 'on',
  plan_cache_mode: 'force_custom_plan',
};
