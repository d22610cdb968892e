interface Page<Row> {
  next: string | null;
  results: readonly Row[];
}

/**
 * The pages of a list by key, one after the other as `next` leads.
 * @param meanwhile what happens after the first page
 */
export async function pagesByKey<Row>(
  ask: (place: { after?: string }) => Promise<Page<Row>>,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<Row[][]> {
  const first = await ask({});
  await meanwhile();
  const pages = [[...first.results]];
  for (let { next } = first; next !== null;) {
    const after = new URLSearchParams(next).get('after');
    if (after === null) throw new Error(`${next} leads nowhere`);
    const page = await ask({ after });
    pages.push([...page.results]);
    next = page.next;
  }
  return pages;
}

const placeOf = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');

/** Made up, of another order, and of nothing at all: what no page of a list ends with. */
export const madeUpPlaces: readonly string[] = [
  'nonsense',
  '',
  placeOf([]),
  placeOf({ a: 1 }),
  ...[2, 3, 4].flatMap((length) =>
    ['x\0', '2026-02-03T10:00:00.000000Z', '2026-02-30T10:00:00.000000Z'].map((value) =>
      placeOf(Array.from({ length }, () => value)),
    ),
  ),
];
