import { useCallback, useState } from 'react';
import { paths } from '#contract/kit/paths.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import type { MemberDetails } from '#contract/members/members.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { dashboardOf } from '#src/session/dashboards.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { takeOwnName } from '#src/session/own-name.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { notify } from '#src/ui/notify.tsx';
import { changesOf } from './member-form.rules.ts';
import { MemberForm, type FilledMember } from './member.form.tsx';
import { MemberFormWaiting } from './member-form-waiting.tsx';

/** The own name, address, country and picture. Nobody gives themselves another role. */
export function OwnAccountSection({ api = apiClient }: { api?: ApiClient }) {
  const user = useUser();
  const [saved, setSaved] = useState<MemberDetails | null>(null);
  const [begun, setBegun] = useState(0);
  const load = useCallback((signal: AbortSignal) => api.call(memberEndpoints.readOwn, {}, { signal }), [api]);
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const member = saved ?? value;

  async function save(before: MemberDetails, filled: FilledMember) {
    const { role: _role, ...body } = changesOf(before, filled);
    if (Object.keys(body).length > 0) {
      const now = await api.call(memberEndpoints.updateOwn, { body });
      setSaved(now);
      takeOwnName(now);
    }
    notify.success('User updated successfully!');
    // The form begins anew, with what is saved.
    setBegun((count) => count + 1);
  }

  if (member) {
    return (
      <MemberForm
        key={begun}
        member={member}
        roles={[member.role]}
        readNow={() => api.call(memberEndpoints.readOwn, {})}
        onSave={(filled, now) => save(now ?? member, filled)}
        cancelTo={(user && dashboardOf(user)?.to) ?? paths.home()}
      />
    );
  }
  if (status === 'unreachable' || status === 'failed') {
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="Your account could not be fetched"
        unreachable={`It can be looked at and changed ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  }
  return <MemberFormWaiting />;
}
