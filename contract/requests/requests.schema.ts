import * as v from 'valibot';
import { pictureKind } from '../kit/picture-kind.ts';
import { countryCodes } from '../kit/countries.ts';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { keyedPageQuery } from '../kit/page.ts';
import { personName } from '../kit/person-name.ts';
import { line, lines } from '../kit/text.ts';
import { TypedEmail } from '../passwords/passwords.schema.ts';

/** The four forms for who has no other way to write to us. */
export const requestKinds = ['contact', 'report-a-problem', 'request-a-tour', 'bulk-enrolment'] as const;
export type RequestKind = (typeof requestKinds)[number];

/**
 * `new`: the link in the e-mail was not opened. `open`: somebody here has to answer. `answered`: the answer is on its way.
 * `closed`: nothing is left to do. `spam`: nobody meant it.
 */
export const requestStates = ['new', 'open', 'answered', 'closed', 'spam'] as const;
export type RequestState = (typeof requestStates)[number];

export const contactTopics = ['account', 'child_data', 'book', 'order', 'school', 'other'] as const;
export type ContactTopic = (typeof contactTopics)[number];

export const timesOfDay = ['morning', 'afternoon', 'evening'] as const;
export type TimeOfDay = (typeof timesOfDay)[number];

export const requestLimits = {
  /** Characters of a message and of an answer. */
  words: 2000,
  /** Characters of a picture as it is sent, and pixels of its longer side. */
  picture: 600_000,
  pictureSide: 1600,
  /** Characters of a line: a school, a role, days. */
  line: 200,
  /** Schools in one file. */
  schools: 500,
  /** Pupils of a school, or of all schools of a file. */
  pupils: 10_000_000,
  /** Hours for which the link in the e-mail is good. */
  linkHours: 7 * 24,
  /** Hours for which a form can stay open before it asks for a new ticket. */
  ticketHours: 2,
  /** Days after which a request is deleted, by its state. */
  keptDays: { new: 7, open: 730, answered: 365, closed: 180, spam: 30 },
} as const satisfies Record<string, unknown> & { keptDays: Record<RequestState, number> };

/** 256 random bits that a device makes, by which it asks later how far its request is. */
const Secret = v.pipe(v.string(), v.minLength(20), v.maxLength(200));
const Token = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

const name = personName({ required: 'Please enter your name', label: 'Name' });
const textLine = (label: string, required?: string) =>
  line({ maximum: requestLimits.line, label, ...(required !== undefined && { required }) });
const message = (label: string, required: string) =>
  v.pipe(lines(requestLimits.words, label), v.minLength(1, required));
const Country = v.picklist(countryCodes, 'Country is required');
const Pupils = v.pipe(
  v.number('Please enter a number'),
  v.integer('Please enter a whole number'),
  v.minValue(1, 'Please enter a number'),
  v.maxValue(requestLimits.pupils, 'This number is too large'),
);

const contactFields = {
  about: v.picklist(contactTopics, 'Please choose what it is about'),
  words: message('Your message', 'Please write your message'),
  name,
  email: TypedEmail,
  /** Of the Dear World book: which message it is about. Its editors read it, on whichever host it was written. */
  message: v.optional(Id),
};

/** What the form adds by itself; each part is shown, and can be taken out before it is sent. */
const Context = v.object({
  /** The address of the page before, without its query. */
  page: v.optional(textLine('Page')),
  version: v.optional(textLine('Version')),
  device: v.optional(line({ maximum: 500, label: 'Device' })),
  /** Changes on the device that were not sent. */
  unsent: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))),
});
export type RequestContext = v.InferOutput<typeof Context>;

const pictureStart = /^data:image\/(?:jpeg|png|webp);base64,/u;

/** The bytes of a picture that is sent as text; null for what is no such text. */
export function bytesOfPicture(text: string): Uint8Array | null {
  const start = pictureStart.exec(text)?.[0];
  if (start === undefined) return null;
  try {
    return Uint8Array.from(atob(text.slice(start.length)), (sign) => sign.codePointAt(0) ?? 0);
  } catch {
    // There is something in it that no such text has.
    return null;
  }
}

/**
 * What somebody saw, as `data:image/jpeg;base64,…`, or nothing. It goes with the words in one call, and is kept with them until it
 * has arrived.
 */
const Picture = v.pipe(
  v.string(),
  v.maxLength(requestLimits.picture, 'This picture is too large. Please choose a smaller one.'),
  v.check(
    (text) => text === '' || pictureKind(bytesOfPicture(text) ?? new Uint8Array()) !== null,
    'This is no picture. Please choose another file.',
  ),
);

const problemFields = {
  words: message('What happened', 'Please write what happened'),
  expected: lines(requestLimits.words, 'What you expected'),
  name: personName({ label: 'Name' }),
  email: v.union([v.pipe(v.string(), v.trim(), v.literal('')), TypedEmail], 'Invalid email'),
  picture: v.optional(Picture, ''),
  context: Context,
};

const tourFields = {
  school: textLine('School', 'School name is required'),
  role: textLine('Your role'),
  country: Country,
  pupils: Pupils,
  days: textLine('Days', 'Please write which days suit you'),
  times: v.pipe(
    v.array(v.picklist(timesOfDay)),
    v.minLength(1, 'Please choose a time of day'),
    v.maxLength(3),
  ),
  time_zone: textLine('Time zone', 'Time zone is required'),
  name,
  email: TypedEmail,
};

const EnrolledSchool = v.object({
  school: textLine('School', 'School name is required'),
  email: TypedEmail,
  country: Country,
});
export type EnrolledSchool = v.InferOutput<typeof EnrolledSchool>;

const enrolmentFields = {
  organization: textLine('Organization', 'Please enter the name of the organization'),
  name,
  email: TypedEmail,
  start: textLine('Start'),
  pupils: Pupils,
  schools: v.pipe(
    v.array(EnrolledSchool),
    v.minLength(1, 'Please choose a file with your schools'),
    v.maxLength(requestLimits.schools, `A file may have ${requestLimits.schools} schools`),
  ),
};

export const ContactForm = v.object(contactFields);
export const ProblemForm = v.object(problemFields);
export const TourForm = v.object(tourFields);
export const EnrolmentForm = v.object(enrolmentFields);

/** What goes along with each form. */
const sent = {
  /** Made by the device, so that the same sent twice is one. */
  id: Id,
  secret: Secret,
  ticket: v.pipe(v.string(), v.maxLength(300)),
  /** The answer to the ticket's sum; empty where a device cannot work it out, which refuses nothing. */
  proof: v.pipe(v.string(), v.maxLength(40)),
  /** A field that nobody sees. Managers of passwords fill it as well, so it refuses nothing. */
  website: v.optional(v.pipe(v.string(), v.maxLength(1000)), ''),
};

export const NewRequest = v.variant('kind', [
  v.object({ kind: v.literal('contact'), ...sent, ...contactFields }),
  v.object({ kind: v.literal('report-a-problem'), ...sent, ...problemFields }),
  v.object({ kind: v.literal('request-a-tour'), ...sent, ...tourFields }),
  v.object({ kind: v.literal('bulk-enrolment'), ...sent, ...enrolmentFields }),
]);
export type NewRequest = v.InferOutput<typeof NewRequest>;

/** What a form needs before it can be sent. */
export const RequestTicket = v.object({
  ticket: v.string(),
  /** Bits that the sum has to begin with as zeros. @see proof.ts */
  bits: v.number(),
});

export const SentRequest = v.object({ reference: v.string(), state: v.picklist(requestStates) });
export const ConfirmForm = v.object({ token: Token });
export const ConfirmedRequest = v.object({ kind: v.picklist(requestKinds), reference: v.string() });

export const StateForm = v.object({ reference: line({ maximum: 20, label: 'Reference' }), secret: Secret });
/**
 * `waiting`: nobody has written to it. `invited`: the letter is on its way, or there. `returned`: it came back. `registered`: a school
 * with this address is here. `unreachable`: no letter is sent there, as `note` says.
 */
export const enrolmentStates = ['waiting', 'invited', 'returned', 'registered', 'unreachable'] as const;
export type EnrolmentState = (typeof enrolmentStates)[number];

/** A school of a list, for those who invite it. */
const InvitedSchool = v.object({
  ...EnrolledSchool.entries,
  email: v.string(),
  country: v.string(),
  state: v.picklist(enrolmentStates),
  invited_at: v.nullable(Instant),
  /** When it was written to once more. */
  reminded_at: v.nullable(Instant),
  note: v.nullable(v.string()),
});
export type InvitedSchool = v.InferOutput<typeof InvitedSchool>;

/** How far a request is, for who sent it. */
export const RequestProgress = v.object({
  kind: v.picklist(requestKinds),
  reference: v.string(),
  state: v.picklist(['new', 'open', 'answered', 'closed']),
  sent_at: Instant,
  answered_at: v.nullable(Instant),
  answer: v.nullable(v.string()),
  /** Of a list; empty for all else. */
  schools: v.array(v.object({ school: v.string(), state: v.picklist(enrolmentStates) })),
});
export type RequestProgress = v.InferOutput<typeof RequestProgress>;

export const RequestsQuery = v.object({
  ...keyedPageQuery({ maximum: limits.pageMaximum }).entries,
  state: v.optional(v.picklist(requestStates), 'open'),
  kind: v.optional(v.picklist(requestKinds)),
  /** A reference, an e-mail address, or a part of a name. */
  search: v.optional(line({ maximum: 200, label: 'search' }), ''),
});
export type RequestsQuery = v.InferOutput<typeof RequestsQuery>;

const Person = v.object({ id: Id, name: v.string() });

const listedFields = {
  id: Id,
  kind: v.picklist(requestKinds),
  reference: v.string(),
  state: v.picklist(requestStates),
  name: v.string(),
  email: v.nullable(v.string()),
  /** The school on whose address it was written, where it came to the platform. */
  from_school: v.nullable(v.string()),
  /** How much speaks against a person who means it; it only sorts. */
  doubt: v.number(),
  assigned_to: v.nullable(Person),
  created_at: Instant,
  updated_at: Instant,
};

export const ListedRequest = v.object({ ...listedFields, excerpt: v.string() });
export type ListedRequest = v.InferOutput<typeof ListedRequest>;

/** A request as it was sent, and what was done about it. */
export const RequestDetails = v.object({
  ...listedFields,
  /** What was filled in, by the names of the form. */
  fields: v.record(v.string(), v.unknown()),
  /** What was seen, drawn again by the server, as `data:image/jpeg;base64,…`. */
  picture: v.nullable(v.string()),
  /** Of a list; empty for all else. */
  schools: v.array(InvitedSchool),
  answer: v.nullable(v.string()),
  answered_at: v.nullable(Instant),
  answered_by: v.nullable(Person),
});
export type RequestDetails = v.InferOutput<typeof RequestDetails>;

/** `updated_at` of what was seen: whoever decided about something older hears that it has changed. */
const seen = { seen: Instant };

export const AnswerForm = v.object({
  ...seen,
  words: message('Your answer', 'Please write an answer'),
});
export const DecideForm = v.object({ ...seen, state: v.picklist(['open', 'closed', 'spam']) });
/** E-mail addresses of those schools of the list that are invited now. */
export const InviteForm = v.object({
  ...seen,
  emails: v.pipe(
    v.array(TypedEmail),
    v.minLength(1, 'Please choose a school'),
    v.maxLength(requestLimits.schools, `A list may have ${requestLimits.schools} schools`),
  ),
});
export const AssignForm = v.object({ ...seen, to_me: v.boolean() });
