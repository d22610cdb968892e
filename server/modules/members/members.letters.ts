import { limits } from '#contract/kit/limits.ts';
import type { InvitedRole } from '#contract/members/invitations.schema.ts';
import type { MailToSend } from '../mail/mail.outbox.ts';
import { address, words } from '#server/platform/letter-words.ts';

const hour = 60 * 60 * 1000;

interface Person {
  first_name: string;
  last_name: string;
}

const nameOf = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`.trim();
const greet = ({ first_name }: Person) => (first_name === '' ? words`Hello,` : words`Hello ${first_name},`);

const roleWords: Record<InvitedRole, string> = {
  parent: 'a parent',
  teacher: 'a teacher',
  teacher_admin: 'a teacher who looks after all classes',
  school_admin: 'an administrator',
  organization_admin: 'an administrator',
  quillshelf_admin: 'an administrator',
};

/** On the platform's own site, teachers and parents are champions. */
const championWords: Readonly<Partial<Record<InvitedRole, string>>> = {
  teacher: 'a superpower teacher',
  parent: 'a superpower parent',
};

export function invitationLetter(
  invitation: Person & {
    id: string;
    email: string;
    role: InvitedRole;
    kind: 'join' | 'account';
    school_name: string;
    inviter: Person;
    expires_at: Date;
    is_platform: boolean;
  },
  token: string,
  origin: string,
): MailToSend {
  const { email, school_name, inviter, kind, role, is_platform } = invitation;
  const as = (is_platform ? championWords[role] : undefined) ?? roleWords[role];
  return {
    kind: 'members.invitation',
    subject_id: invitation.id,
    to: { name: nameOf(invitation), address: email },
    subject: words`${school_name} invites you`,
    letter: {
      greeting: greet(invitation),
      paragraphs: [
        words`${nameOf(inviter)} invites you to ${school_name} as ${as}.`,
        kind === 'account'
          ? words`Your account is ready. Choose a password, and you are in.`
          : words`Tell us your name and choose a password, and you are in.`,
      ],
      action: { label: words`Accept the invitation`, href: `${origin}/accept-invitation/#token=${token}` },
      notes: [
        words`The link works once, and for ${limits.invitationDays} days.`,
        words`Do you know nobody there? Then you need not do anything.`,
      ],
    },
    useful_until: invitation.expires_at,
  };
}

/** To the new address: whoever reads it has it. */
export function confirmEmailLetter(
  person: Person & { id: string; email: string },
  token: string,
  { origin, expires_at }: { origin: string; expires_at: Date },
): MailToSend {
  return {
    kind: 'members.confirm_email',
    subject_id: person.id,
    to: { name: nameOf(person), address: person.email },
    subject: words`Confirm your email address`,
    letter: {
      greeting: greet(person),
      paragraphs: [
        words`${address(person.email)} is to be the email address with which you sign in. Please confirm that it is yours.`,
      ],
      action: { label: words`Confirm this address`, href: `${origin}/verification/#token=${token}` },
      notes: [
        words`The link works once, and for ${limits.emailChangeHours} hours. Until then you sign in with the address that you had.`,
        words`Is this not meant for you? Then you need not do anything.`,
      ],
    },
    useful_until: expires_at,
  };
}

/** To the old address, as soon as another person asks for a new one. */
export function changeAskedLetter(
  person: Person & { id: string; email: string },
  token: string,
  asked: { newEmail: string; asker: Person; school_name: string; origin: string; expires_at: Date },
): MailToSend {
  const { newEmail, asker, school_name, origin, expires_at } = asked;
  return {
    kind: 'members.email_change_asked',
    subject_id: person.id,
    to: { name: nameOf(person), address: person.email },
    subject: words`Your email address is about to change`,
    letter: {
      greeting: greet(person),
      paragraphs: [
        words`${nameOf(asker)} at ${school_name} asked that you sign in with ${newEmail} in place of ${address(person.email)}.`,
        words`Is that right? Then you need not do anything. If not, stop it.`,
      ],
      action: { label: words`Stop this change`, href: `${origin}/verification/#stop=${token}` },
      notes: [
        words`The link works for ${limits.emailChangeHours} hours, also when the new address was confirmed before you read this.`,
      ],
    },
    useful_until: expires_at,
  };
}

/** To the old address, in case that somebody else did it. */
export function emailChangedLetter(
  person: Person & { email: string },
  { newEmail, now }: { newEmail: string; now: Date },
): MailToSend {
  return {
    kind: 'members.email_changed',
    to: { name: nameOf(person), address: person.email },
    subject: words`Your email address was changed`,
    letter: {
      greeting: greet(person),
      paragraphs: [
        words`from now on you sign in with ${address(newEmail)}, and no longer with ${address(person.email)}.`,
      ],
      action: null,
      notes: [
        words`Was it not you, and nobody at your school whom you asked? Then tell your school at once.`,
      ],
    },
    useful_until: new Date(now.getTime() + 48 * hour),
  };
}
