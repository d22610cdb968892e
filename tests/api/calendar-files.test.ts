import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const query = (text: string, values: unknown[]) => world.testDatabase.administrator.query(text, values);

interface Version {
  n: number;
  head: Readonly<Record<string, unknown>>;
  /** Hours from now at which it begins. */
  from?: number;
}

async function putEvent(tenant: { id: string }, slug: string) {
  const id = uuidv7();
  const isShared = tenant.id === world.platform.id;
  await query(
    `insert into content_pages (tenant_id, id, kind, slug, shared, created_at) values ($1, $2, 'event', $3, $4, now())`,
    [tenant.id, id, slug, isShared],
  );
  const put = async ({ n, head, from = -1 }: Version) => {
    const words = { kind: 'event', title: 'Lesson about rivers', summary: 'We look at a river.' };
    const live_from = new Date(world.clock.now().getTime() + from * 3_600_000);
    await query(
      `insert into content_versions (tenant_id, page_id, language, n, shared, head, blocks, words, made_at, live_from)
       values ($1, $2, 'en', $3, $4, $5, '[]', '', now(), $6)`,
      [tenant.id, id, n, isShared, JSON.stringify({ ...words, ...head }), live_from],
    );
  };
  return { id, put };
}

async function open(slug: string, host: string) {
  const { statusCode, headers, body } = await world.app.inject({
    method: 'GET',
    url: `/live/${slug}.ics`,
    headers: { host, accept: 'text/html,*/*' },
  });
  const lines = body.replaceAll('\r\n ', '').split('\r\n');
  const line = (name: string) => lines.find((each) => each.startsWith(`${name}:`))?.slice(name.length + 1);
  return { status: statusCode, headers, body, line };
}

/** Once in the night in which clocks of Europe go forward, once in an autumn night that has one hour twice. */
const moments = [
  ['2027-03-28T02:30:00+01:00', '20270328T013000Z', '20270328T030000Z'],
  ['2027-10-31T02:30:00+01:00', '20271031T013000Z', '20271031T030000Z'],
] as const;

describe('the calendar file of an event', () => {
  it.each(moments)('says %s in UTC, whatever the clocks do', async (starts_at, start, end) => {
    const slug = `rivers-${starts_at.slice(5, 7)}`;
    const { id, put } = await putEvent(world.platform, slug);
    await put({ n: 1, head: { starts_at, minutes: 90 } });
    const { status, headers, line } = await open(slug, 'localhost');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${slug}.ics"`,
      'x-robots-tag': 'noindex',
    });
    expect(line('DTSTART')).toBe(start);
    expect(line('DTEND')).toBe(end);
    expect(line('UID')).toBe(`${id}@quillshelf`);
    expect(line('METHOD')).toBe('PUBLISH');
  });

  it('takes the event out of calendars once it is called off, by a later sequence', async () => {
    const { put } = await putEvent(world.platform, 'called-off');
    await put({ n: 1, head: { starts_at: '2027-03-03T10:00:00Z' }, from: -2 });
    const before = await open('called-off', 'localhost');
    expect([before.line('SEQUENCE'), before.line('STATUS')]).toEqual(['1', 'CONFIRMED']);
    await put({ n: 2, head: { starts_at: '2027-03-03T10:00:00Z', called_off: true } });
    const after = await open('called-off', 'localhost');
    expect(after.line('UID')).toBe(before.line('UID'));
    expect(['METHOD', 'SEQUENCE', 'STATUS'].map(after.line)).toEqual(['CANCEL', '2', 'CANCELLED']);
  });

  it('is at the host of a school that shows the event, and at no other', async () => {
    const { put } = await putEvent(greenfield.tenant, 'our-river');
    await put({ n: 1, head: { day: '06-05', all_day: true } });
    const own = await open('our-river', greenfield.host);
    expect(own.line('URL')).toMatch(new RegExp(`^http://${greenfield.host}(?::\\d+)?/live/our-river$`, 'u'));
    expect((await open('our-river', riverside.host)).status).toBe(404);
    expect((await open('our-river', 'localhost')).status).toBe(404);
  });

  it('is not there before the event is live, for staff alone, or without a date', async () => {
    const future = await putEvent(world.platform, 'to-come');
    await future.put({ n: 1, head: { day: '06-05' }, from: 5 });
    const staff = await putEvent(world.platform, 'for-staff');
    await staff.put({ n: 1, head: { day: '06-05', for: 'staff' } });
    const dateless = await putEvent(world.platform, 'some-day');
    await dateless.put({ n: 1, head: {} });
    for (const slug of ['to-come', 'for-staff', 'some-day', 'no-such-event']) {
      const { status, body } = await open(slug, 'localhost');
      expect([slug, status, body]).toEqual([slug, 404, 'Not found']);
    }
  });
});
