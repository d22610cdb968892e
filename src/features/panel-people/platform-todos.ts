import { sayUnsettled } from '#contract/closings/unsettled.rules.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { paths } from '#contract/kit/paths.ts';
import type { PlatformNumbers } from '#contract/panel/numbers.schema.ts';
import { panelCounted } from '#contract/panel/panel.schema.ts';
import { requestsAt } from '#contract/requests/requests.rules.ts';
import { counted } from '#src/lib/counted.ts';
import { minutesSince, sayLength } from '#src/lib/how-long.ts';
import type { NumberTile } from '#src/ui/number-tiles.tsx';

export type Now = PlatformNumbers['now'];

const tenants = (query: Record<string, string>) => paths.platform.tenants(query);
const monitoring = panelPaths.bookMonitoring();
const lettersOfToday = panelPaths.email({ age: 'day' });

/** How long the oldest of something waits. */
const lengthOf = (oldest: string | null, now: Date) =>
  oldest === null ? 'None' : sayLength(minutesSince(oldest, now));

/** Each leads to its list, where there is one. */
export function tilesOf(numbers: Now | null, now: Date): NumberTile[] {
  const valueOf = <Value extends NumberTile['value']>(read: (known: Now) => Value) =>
    numbers === null ? null : read(numbers);
  return [
    { label: 'Schools', value: valueOf((known) => known.schools), to: tenants({ kind: 'school' }) },
    {
      label: 'Organizations',
      value: valueOf((known) => known.organizations),
      to: tenants({ kind: 'organization' }),
    },
    { label: 'Students', value: valueOf((known) => known.students), to: panelPaths.students() },
    { label: 'Staff', value: valueOf((known) => known.staff), to: panelPaths.people() },
    { label: 'Active this week', value: valueOf((known) => known.active), to: panelPaths.bySchool() },
    {
      label: 'Published this week',
      value: valueOf((known) => known.published),
      to: panelPaths.allBooks({ published: 'week' }),
    },
    {
      label: 'Not set up for 3 days',
      value: valueOf((known) => known.pending),
      to: tenants({ state: 'pending' }),
    },
    {
      label: 'Failed letters in 24 hours',
      value: valueOf((known) => known.failed_letters),
      to: lettersOfToday,
    },
    {
      label: 'Oldest in book monitoring',
      value: valueOf((known) => lengthOf(known.monitoring.oldest, now)),
      to: monitoring,
    },
    {
      label: 'Oldest message',
      value: valueOf((known) => lengthOf(known.requests.oldest, now)),
      to: requestsAt.platform(),
    },
  ];
}

/** What needs somebody of the platform: what is late first. */
export function todosOf(known: Now, now: Date): { text: string; to: string }[] {
  const { pending, never_came, failed_letters, suspended, is_mail_failing } = known;
  const { champion_drafts, champion_resources } = known;
  const { overdue, appeals } = known.monitoring;
  const { open, oldest } = known.requests;
  const schools = (count: number) => counted(count, 'school or organization', 'schools and organizations');
  const upTo = (count: number | null, one: string, many: string) =>
    count === null ? `${panelCounted}+ ${many}` : counted(count, one, many);
  return [
    ...known.unsettled.map(({ tenant, waits_for }) => ({
      is: true,
      text: `${tenant.school_name} cannot be deleted yet: ${sayUnsettled(waits_for)}`,
      to: `${paths.platform.tenant({ tenantId: tenant.id })}?tab=lifecycle`,
    })),
    {
      is: overdue !== 0,
      text: `${upTo(overdue, 'work', 'works')} overdue in book monitoring`,
      to: monitoring,
    },
    {
      is: appeals !== 0,
      text: `${upTo(appeals, 'appeal', 'appeals')} of schools against a takedown`,
      to: monitoring,
    },
    { is: is_mail_failing, text: 'Email does not arrive', to: panelPaths.email() },
    {
      is: failed_letters > 0,
      text: `${counted(failed_letters, 'letter', 'letters')} failed in 24 hours`,
      to: lettersOfToday,
    },
    {
      is: open > 0,
      text: `${counted(open, 'message', 'messages')} to answer${oldest === null ? '' : `, the oldest for ${lengthOf(oldest, now)}`}`,
      to: requestsAt.platform(),
    },
    {
      is: pending > 0,
      text: `${schools(pending)} not set up for 3 days`,
      to: tenants({ state: 'pending' }),
    },
    { is: suspended > 0, text: `${schools(suspended)} suspended`, to: tenants({ state: 'suspended' }) },
    {
      is: champion_drafts > 0,
      text: `${counted(champion_drafts, 'draft', 'drafts')} of superpower teachers to read`,
      to: publicPaths.platformContent(),
    },
    {
      is: champion_resources > 0,
      text: `${counted(champion_resources, 'resource', 'resources')} of superpower teachers to read`,
      to: panelPaths.superpowerTeachers(),
    },
    {
      is: never_came > 0,
      text: `${counted(never_came, 'person', 'people')} of the staff never signed in`,
      to: panelPaths.people({ came: 'never' }),
    },
  ].flatMap(({ is, ...todo }) => (is ? [todo] : []));
}
