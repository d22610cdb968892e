import { paths } from '#contract/kit/paths.ts';
import { product } from '#contract/kit/product.ts';
import { confirmLink, progressLink } from '#contract/requests/requests.rules.ts';
import { requestLimits, type RequestKind } from '#contract/requests/requests.schema.ts';
import { words } from '#server/platform/letter-words.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';

const day = 24 * 60 * 60 * 1000;

interface Sender {
  name: string;
  email: string;
}

const to = ({ name, email }: Sender) => ({ name, address: email });
const hello = (name: string) => (name === '' ? words`Hello,` : words`Hello ${name},`);
const inLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => words`${line}`);

/** To whoever sent a form that is confirmed first, or to somebody whose address another typed. */
export function confirmLetter(
  sender: Sender,
  { origin, kind, token, ends_at }: { origin: string; kind: RequestKind; token: string; ends_at: Date },
): MailToSend {
  const isTour = kind === 'request-a-tour';
  return {
    kind: 'requests.confirm',
    to: to(sender),
    subject: isTour
      ? words`Please confirm your request for a tour`
      : words`Please confirm your list of schools`,
    letter: {
      greeting: hello(sender.name),
      paragraphs: [
        isTour
          ? words`somebody, most likely you, asked us for a tour with this address.`
          : words`somebody, most likely you, sent us a list of schools with this address.`,
        words`Open the link, so that we know that the request is yours. Then a person looks at it.`,
      ],
      action: { label: words`Yes, it is me`, href: confirmLink(origin, kind, token) },
      notes: [
        words`The link works for ${requestLimits.linkHours / 24} days.`,
        words`Was it not you? Then you need not do anything: what was sent is deleted.`,
      ],
    },
    useful_until: ends_at,
  };
}

/** To a school that an organization put on its list; the second one goes to a school that did not answer. Whoever reads it can register without a link of their own. */
export function invitationLetter(
  { school: name, email }: { school: string; email: string },
  {
    organization,
    origin,
    isSecond = false,
    now,
  }: { organization: string; origin: string; isSecond?: boolean; now: Date },
): MailToSend {
  return {
    kind: 'requests.invitation',
    to: { name, address: email },
    subject: isSecond
      ? words`Once more: ${organization} invites your school to ${product.name}`
      : words`${organization} invites your school to ${product.name}`,
    letter: {
      greeting: words`Hello,`,
      paragraphs: [
        words`${organization} would like ${name} to use ${product.name}: children write, illustrate and read books there, also without a network.`,
        words`Register your school with this email address. It takes a few minutes, and you get an address of your own.`,
      ],
      action: {
        label: words`Register our school`,
        href: `${origin}${paths.register()}#${new URLSearchParams({ school: name, email }).toString()}`,
      },
      notes: [
        words`You get this email because ${organization} named this address as that of your school. You need not answer.`,
        isSecond
          ? words`We write about it no more.`
          : words`If we hear nothing, we write about it once more at most.`,
      ],
    },
    useful_until: new Date(now.getTime() + 7 * day),
  };
}

/** It came, and this is how to ask for it. */
export function receivedLetter(
  sender: Sender,
  request: { origin: string; kind: RequestKind; reference: string; secret: string; now: Date },
): MailToSend {
  const { origin, kind, reference, now } = request;
  return {
    kind: 'requests.received',
    to: to(sender),
    subject: words`We have your message: ${reference}`,
    letter: {
      greeting: hello(sender.name),
      paragraphs: [
        words`your message is here. A person reads it and answers to this address.`,
        words`Its reference is ${reference}. Please name it when you write again.`,
      ],
      action: { label: words`See how far it is`, href: progressLink(origin, kind, request) },
      notes: [words`Did you not write to us? Then somebody typed your address by mistake.`],
    },
    useful_until: new Date(now.getTime() + 2 * day),
  };
}

/** To those who answer: something waits. What it says is read here, not in a mailbox. */
export function arrivedLetter(
  reader: Sender,
  {
    kind,
    reference,
    from,
    href,
    now,
  }: { kind: RequestKind; reference: string; from: string; href: string; now: Date },
): MailToSend {
  const what = {
    contact: words`${from} wrote a message.`,
    'report-a-problem': words`${from} reported a problem.`,
    'request-a-tour': words`${from} asks for a tour.`,
    'bulk-enrolment': words`${from} sent a list of schools.`,
  } as const;
  return {
    kind: 'requests.arrived',
    to: to(reader),
    subject: words`A message waits for an answer: ${reference}`,
    letter: {
      greeting: hello(reader.name),
      paragraphs: [what[kind]],
      action: { label: words`Read it`, href },
      notes: [words`You get this email because you look after messages here.`],
    },
    useful_until: new Date(now.getTime() + 2 * day),
  };
}

/** What somebody here wrote back. */
export function answeredLetter(
  sender: Sender,
  { reference, answer, now }: { reference: string; answer: string; now: Date },
): MailToSend {
  return {
    kind: 'requests.answered',
    to: to(sender),
    subject: words`Your message ${reference}`,
    letter: {
      greeting: hello(sender.name),
      paragraphs: inLines(answer),
      action: null,
      notes: [words`Your reference is ${reference}.`],
    },
    useful_until: new Date(now.getTime() + 7 * day),
  };
}
