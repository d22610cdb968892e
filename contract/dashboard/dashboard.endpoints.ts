import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { keyedPageQuery } from '../kit/page.ts';
import { officeStaff } from '../kit/roles.ts';
import { TimeZone } from '../kit/time-zone.ts';
import { Activity, SchoolDashboard } from './dashboard.schema.ts';

export const dashboardEndpoints = {
  readSchool: endpoint({
    name: 'dashboard.readSchool',
    summary: 'How the school is doing: how many there are, what needs doing, and who signed in lately',
    method: 'GET',
    path: '/v1/dashboard/school/',
    roles: officeStaff,
    offline: 'cached',
    query: v.object({ time_zone: v.optional(TimeZone, 'UTC') }),
    response: SchoolDashboard,
  }),
  listActivity: endpoint({
    name: 'dashboard.listActivity',
    summary: 'What happened here in the last ninety days, the latest first',
    method: 'GET',
    path: '/v1/dashboard/activity/',
    roles: officeStaff,
    offline: 'online-only',
    query: keyedPageQuery({ maximum: 100 }),
    /** How many there are in all would have to be counted each time, and nobody asks. */
    response: v.object({ next: v.nullable(v.string()), results: v.array(Activity) }),
  }),
} as const;
