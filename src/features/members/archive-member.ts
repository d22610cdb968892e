import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import type { ArchivedMember, Member } from '#contract/members/members.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';
import { undoable } from '#src/ui/undo.tsx';
import { nameOf } from './member-words.ts';

type Person = Pick<Member, 'id' | 'first_name' | 'last_name'>;

/**
 * Says itself how it went.
 * @param onChanged is called when it worked, and when it was undone
 */
export async function archiveMember(api: ApiClient, member: Person, onChanged: () => void): Promise<void> {
  let archived: ArchivedMember;
  try {
    archived = await api.call(memberEndpoints.archive, { params: { userId: member.id } });
  } catch (error) {
    notify.error(`${nameOf(member)} could not be archived`, failureOf(error).text);
    return;
  }
  const tablets = archived.prepared_tablets.map(({ name }) => name);
  const undo = async () => {
    if (await restoreMember(api, member)) onChanged();
  };
  undoable(undo).success(
    `${nameOf(member)} is archived and signed out`,
    tablets.length === 0
      ? undefined
      : `They prepared ${tablets.join(', ')}. Look under Tablets to keep these tablets or take them back.`,
  );
  onChanged();
}

/** Says itself how it went. True where it worked. */
export async function restoreMember(api: ApiClient, member: Person): Promise<boolean> {
  try {
    await api.call(memberEndpoints.restore, { params: { userId: member.id } });
  } catch (error) {
    notify.error(`${nameOf(member)} could not be restored`, failureOf(error).text);
    return false;
  }
  notify.success(`${nameOf(member)} can sign in again`);
  return true;
}
