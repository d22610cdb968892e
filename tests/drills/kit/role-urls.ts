import pg from 'pg';

/** Addresses of the roles as which servers sign in. */
export async function roleUrls(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; password: string }>(
      'select name, password from login_roles',
    );
    return rows.map(({ name, password }) => {
      const url = new URL(ownerUrl);
      url.username = name;
      url.password = password;
      return url.href;
    });
  } finally {
    await client.end();
  }
}
