import type pg from 'pg';

/** All rows of all tables as text, bytes in hexadecimal: for looking whether something is kept anywhere. */
export async function wholeDatabase(administrator: pg.Client): Promise<string> {
  const { rows: tables } = await administrator.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await administrator.query<{ text: string | null }>(
      `select string_agg(t::text, ' ') as text from ${administrator.escapeIdentifier(name)} t`,
    );
    texts.push(rows[0]?.text ?? '');
  }
  return texts.join('\n');
}
