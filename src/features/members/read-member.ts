import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import type { MemberDetails } from '#contract/members/members.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

/** On the host of their own school, where students are answered elsewhere. */
export async function readMember(
  api: ApiClient,
  userId: string,
  signal?: AbortSignal,
): Promise<MemberDetails> {
  const found = await api.call(memberEndpoints.read, { params: { userId } }, signal && { signal });
  if (found.role === 'student') throw new Error('A school answers a student as one of its members');
  return found;
}
