import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { PrivacyPreference } from '#contract/students/students.schema.ts';
import type { QueuedCall } from '#contract/sync/sync.schema.ts';

/** A queued call without its place in the order. */
type Unnumbered = Omit<QueuedCall, 'seq'>;

interface Name {
  first_name: string;
  last_name: string;
}

function call(name: string, input: QueuedCall['input'], base?: QueuedCall['base']): Unnumbered {
  return { mutation_id: uuidv7(), name, v: 1, input, ...(base && { base }) };
}

export const queue = {
  rename: (id: string, body: Name, base?: Partial<Name>) =>
    call('students.rename', { params: { id }, body }, base),
  updatePrivacy: (id: string, privacy_preference: PrivacyPreference, base?: PrivacyPreference) =>
    call(
      'students.updatePrivacy',
      { params: { id }, body: { privacy_preference } },
      base && { privacy_preference: base },
    ),
  updatePrivacyInBulk: (
    user_ids: readonly string[],
    privacy_preference: PrivacyPreference,
    base?: Readonly<Record<string, PrivacyPreference>>,
  ) =>
    call(
      'students.updatePrivacyInBulk',
      { body: { user_ids, privacy_preference } },
      base && { privacy_preference: base },
    ),
  archive: (...user_ids: readonly string[]) => call('students.archive', { body: { user_ids } }),
  restore: (...user_ids: readonly string[]) => call('students.restore', { body: { user_ids } }),
  add: (classId: string, students: readonly (Partial<Name> & { id?: string; first_name: string })[]) =>
    call('students.addToClass', {
      params: { classId },
      body: { students: students.map((student) => ({ id: uuidv7(), last_name: '', ...student })) },
    }),
  anything: (name: string, input: QueuedCall['input'] = {}) => call(name, input),
};

/** The outbox of one device: numbers the calls in the order in which they were made. */
export class TestOutbox {
  readonly client_id = randomUUID();
  #seq = 0;

  number(...calls: readonly Unnumbered[]): QueuedCall[] {
    return calls.map((each) => {
      this.#seq += 1;
      return { seq: this.#seq, ...each };
    });
  }
}
