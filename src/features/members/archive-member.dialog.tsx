import type { Member } from '#contract/members/members.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { archiveMember } from './archive-member.ts';
import { nameOf } from './member-words.ts';

interface ArchiveMemberDialogProps {
  api: ApiClient;
  /** Null before it was opened for anybody. */
  member: Pick<Member, 'id' | 'first_name' | 'last_name'> | null;
  opened: boolean;
  onClose: () => void;
  onChanged: () => void;
}

/** Asks before somebody is signed out and kept out. */
export function ArchiveMemberDialog({ api, member, opened, onClose, onChanged }: ArchiveMemberDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={member ? `Archive ${nameOf(member)}?` : 'Archive?'}
      question="They are signed out everywhere and cannot sign in any more. What they asked for ends, and tablets that they prepared are paused until another person keeps them. What they made and wrote stays, and you can restore them."
      confirmLabel="Archive"
      danger
      onConfirm={async () => {
        if (member) await archiveMember(api, member, onChanged);
      }}
    />
  );
}
