import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { MemberRole, memberSorts } from '#contract/members/members.schema.ts';
import { useKeptList } from '#src/session/use-kept-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { sortAmong, useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';

const keys = ['name', 'role', 'last_login'];
const byName = { key: 'name', descending: false };
const size = limits.pageDefault;

/** The staff, as the address asks for them: `?q=zoe&role=teacher&archived&sort=-last_login&page=2`. */
export function useMembers(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, byName);
  const { q, page } = list;
  const wantedRole = v.safeParse(MemberRole, address.get('role'));
  const role = wantedRole.success ? wantedRole.output : null;
  const isArchived = address.has('archived');
  const sort = sortAmong(memberSorts, list.sort, 'name');

  const answer = useKeptList(
    api,
    memberEndpoints.list,
    { name: 'members', page, size },
    { search: q, sort, is_archived: isArchived, ...(role && { role }) },
  );

  return {
    ...answer,
    pages: usePages(answer, list, size),
    list,
    role,
    isArchived,
    showRole: (wanted: string) => list.narrow({ role: wanted === '' ? null : wanted }),
    showArchived: (wanted: boolean) => list.narrow({ archived: wanted ? '' : null }),
  };
}
