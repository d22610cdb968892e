import PostalMime, { type Email } from 'postal-mime';

/** What a return says became of the letter. */
export type News =
  /** `isForGood`: a status of 5.x.x; else it was given up after a while. */
  | { is: 'bounced'; isForGood: boolean; status: string | null; detail: string }
  /** It is still tried. */
  | { is: 'delayed'; detail: string }
  | { is: 'complained'; detail: string };

export interface Returned {
  /** Where our own address may stand: the header of the return, then what it tells of the letter. */
  places: readonly string[];
  /** Null: it says nothing that we act on, such as an answer from a holiday. */
  news: News | null;
}

const reports = ['message/delivery-status', 'message/global-delivery-status'];
const complaint = 'message/feedback-report';
const ofLetter = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'];
const mostDetail = 300;

/** Reads a report of a mail server (RFC 3464) or of a complaint (RFC 5965). What cannot be read says nothing. */
export async function readReturned(message: Uint8Array<ArrayBuffer>): Promise<Returned> {
  let email: Email;
  try {
    email = await PostalMime.parse(message, {
      forceRfc822Attachments: true,
      attachmentEncoding: 'utf8',
      maxNestingDepth: 10,
    });
  } catch {
    return { places: [], news: null };
  }
  const parts = email.attachments.map(({ mimeType, content }) => ({
    type: mimeType.toLowerCase(),
    text: typeof content === 'string' ? content : '',
  }));
  const texts = (types: readonly string[]) =>
    parts.filter(({ type }) => types.includes(type)).map((part) => part.text);
  return {
    places: [
      email.headers.map(({ value }) => value).join('\n'),
      ...texts([...reports, complaint]),
      ...texts(ofLetter),
    ],
    news: newsOf(texts(reports), texts([complaint])),
  };
}

function newsOf(delivery: readonly string[], complaints: readonly string[]): News | null {
  const fields = delivery.flatMap((text) => text.split(/\r?\n(?:[ \t]*\r?\n)+/u)).map(fieldsOf);
  const of = (action: string) => fields.find((each) => each.get('action')?.toLowerCase().startsWith(action));
  const failed = of('failed');
  if (failed) {
    const detail = detailOf(failed);
    const status = statusIn(failed.get('status')) ?? statusIn(failed.get('diagnostic-code'));
    const first = status?.[0] ?? /;\s*([45])\d\d\b/u.exec(failed.get('diagnostic-code') ?? '')?.[1];
    return { is: 'bounced', isForGood: first === '5', status, detail };
  }
  const delayed = of('delayed');
  if (delayed) return { is: 'delayed', detail: detailOf(delayed) };
  const kind = complaints
    .map(fieldsOf)
    .find((each) => each.has('feedback-type'))
    ?.get('feedback-type');
  // Others say that something is no spam, or what was filtered.
  return kind?.toLowerCase() === 'abuse' ? { is: 'complained', detail: '' } : null;
}

const statusIn = (text: string | undefined) => /\b[245]\.\d{1,3}\.\d{1,3}\b/u.exec(text ?? '')?.[0] ?? null;

/** What stands in lines as `Name: value`, by the name in lower case; a line that begins with a blank goes on with the one before. */
function fieldsOf(block: string): ReadonlyMap<string, string> {
  const lines = block.replaceAll(/\r?\n[ \t]+/gu, ' ').split(/\r?\n/u);
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^([\w-]+):[ \t]*(.*)$/u.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
    }),
  );
}

function detailOf(fields: ReadonlyMap<string, string>): string {
  const said = fields.get('diagnostic-code')?.replace(/^[\w-]+;\s*/u, '') ?? fields.get('status') ?? '';
  return said.replaceAll(/\p{Cc}/gu, ' ').slice(0, mostDetail);
}
