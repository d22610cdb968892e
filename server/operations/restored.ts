import pg from 'pg';

/** Tells all devices with their next pull that the data has another life: they fetch everything anew, and send what it lacks. */
export async function beginNewEpoch(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('update installation set epoch = gen_random_uuid()');
  } finally {
    await client.end();
  }
}
