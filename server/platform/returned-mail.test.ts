import { describe, expect, it } from 'vitest';
import { readReturned } from './returned-mail.ts';

const bytes = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\r\n'));

/** A report with the fields of one recipient. */
const report = (fields: readonly string[], type = 'message/delivery-status') =>
  bytes([
    'Content-Type: multipart/report; boundary="B"',
    '',
    '--B',
    `Content-Type: ${type}`,
    '',
    'Reporting-MTA: dns; mx.test',
    '',
    ...fields,
    '',
    '--B--',
    '',
  ]);

const newsOf = async (message: Uint8Array<ArrayBuffer>) => (await readReturned(message)).news;

describe('a report of a mail server', () => {
  it.each([
    [
      ['Action: failed', 'Status: 5.1.1'],
      { is: 'bounced', isForGood: true, status: '5.1.1', detail: '5.1.1' },
    ],
    [
      ['action:FAILED', 'STATUS: 5.2.2 (full)', 'Diagnostic-Code: smtp; 552', '  mailbox full'],
      { is: 'bounced', isForGood: true, status: '5.2.2', detail: '552 mailbox full' },
    ],
    [['Action: failed', 'Status: 4.4.7'], { is: 'bounced', isForGood: false, status: '4.4.7' }],
    // Without a status, what the other server said counts; else it is not held against the address.
    [
      ['Action: failed', 'Diagnostic-Code: smtp; 550 nobody here'],
      { is: 'bounced', isForGood: true, status: null, detail: '550 nobody here' },
    ],
    [['Action: failed'], { is: 'bounced', isForGood: false, status: null, detail: '' }],
    [['Action: delayed', 'Status: 4.4.1'], { is: 'delayed', detail: '4.4.1' }],
  ])('is read: %j', async (fields, news) => {
    expect(await newsOf(report(fields))).toMatchObject(news);
    expect(await newsOf(report(fields, 'message/global-delivery-status'))).toMatchObject(news);
  });

  it.each([
    [['Action: delivered', 'Status: 2.0.0']],
    [['Action: relayed']],
    [['Status: 5.1.1']],
    [['Subject: Action: failed']],
    [[]],
  ])('says nothing that is acted on: %j', async (fields) => {
    expect(await newsOf(report(fields))).toBeNull();
  });

  it('counts in the part that is made for it alone', async () => {
    expect(await newsOf(report(['Action: failed', 'Status: 5.1.1'], 'text/plain'))).toBeNull();
    expect(await newsOf(bytes(['Action: failed', 'Status: 5.1.1', '', 'Action: failed']))).toBeNull();
  });

  it('that is nested too deeply says nothing', async () => {
    const deep = Array.from({ length: 50 }, (_, each) => [
      `Content-Type: multipart/mixed; boundary="b${each}"`,
      '',
      `--b${each}`,
    ]).flat();
    expect(await readReturned(bytes(deep))).toEqual({ places: [], news: null });
  });
});
