import { personEndpoints } from '#contract/panel/people.endpoints.ts';
import type { PersonProfile } from '#contract/panel/people.schema.ts';

export type PersonAct = 'end' | 'link' | 'archive' | 'restore';

/** As lists name somebody; a student without a school chosen or a reason has no name (law 2). */
export const nameOf = ({ name, tenant }: Pick<PersonProfile, 'name' | 'tenant'>) =>
  name ?? `A student of ${tenant.school_name}`;

/** What the question, its button and the messages say, and which call it is. */
export function actWords(act: PersonAct, person: PersonProfile) {
  const name = nameOf(person);
  const words = {
    end: {
      endpoint: personEndpoints.endSessions,
      act: 'Sign out everywhere',
      title: `Sign ${name} out everywhere?`,
      question: 'They can sign in again at once.',
      done: `${name} is signed out everywhere`,
      failed: `${name} could not be signed out`,
    },
    link: {
      endpoint: personEndpoints.sendPasswordLink,
      act: 'Send password link',
      title: `Send ${name} a password link?`,
      question: `It goes to ${person.email ?? 'their address'}. Earlier links stop working.`,
      done: `${name} gets a link to choose a password`,
      failed: `The link for ${name} could not be sent`,
    },
    archive: {
      endpoint: personEndpoints.archivePerson,
      act: 'Archive',
      title: `Archive ${name}?`,
      question:
        'They are signed out everywhere and cannot sign in any more. What they made and wrote stays, and you can restore them.',
      done: `${name} is archived`,
      failed: `${name} could not be archived`,
    },
    restore: {
      endpoint: personEndpoints.restorePerson,
      act: 'Restore',
      title: `Restore ${name}?`,
      question: 'They can sign in again.',
      done: `${name} is restored`,
      failed: `${name} could not be restored`,
    },
  } as const;
  return words[act];
}
