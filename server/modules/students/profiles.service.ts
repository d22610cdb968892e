import { Problem } from '#contract/kit/problem.ts';
import { profileProblems } from '#contract/students/profiles.problems.ts';
import { overwritesUnseen } from '#contract/students/profiles.rules.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { StudentAccounts } from './student-accounts.ts';
import * as repository from './profiles.repository.ts';

export interface ProfileService {
  /** Set-state: the last choice stands. */
  chooseAvatar(avatar: string, call: Call<Actor>): Promise<void>;
  /** @throws Problem `profiles.about_me_changed_elsewhere` */
  writeAboutMe(mine: string, call: Call<Actor>): Promise<void>;
}

export function createProfileService(options: { accounts: StudentAccounts }): ProfileService {
  return {
    async chooseAvatar(avatar, { transaction, actor, changes, now }) {
      const before = await repository.lockOwnThings(transaction, actor.tenant_id, actor.id);
      if (before.avatar === avatar) return;
      await repository.setOwnThings(transaction, actor.tenant_id, actor.id, { avatar }, now);
      changes.put(scopeOf.user(actor.id), 'profile', actor.id);
      // A child's picture stands in the class list too.
      if (actor.role === 'student')
        await options.accounts.noteChanged(transaction, changes, actor.tenant_id, [actor.id]);
    },

    async writeAboutMe(mine, { transaction, actor, changes, now, base }) {
      const { about_me: current } = await repository.lockOwnThings(transaction, actor.tenant_id, actor.id);
      if ((current ?? '') === mine) return;
      if (overwritesUnseen(current, mine, base?.about_me)) {
        throw new Problem(profileProblems.about_me_changed_elsewhere, {
          details: { theirs: current ?? '', mine },
        });
      }
      await repository.setOwnThings(transaction, actor.tenant_id, actor.id, { about_me: mine }, now);
      changes.put(scopeOf.user(actor.id), 'profile', actor.id);
    },
  };
}
