import * as v from 'valibot';
import { classProblems } from '../classes/classes.problems.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { PageQuery, pageOf } from '../kit/page.ts';
import { classStaff } from '../kit/roles.ts';
import { deviceProblems } from './devices.problems.ts';
import { Device, DeviceName, SignedDeviceReport } from './devices.schema.ts';
import {
  DevicePrepare,
  KeepPreparations,
  PreparedDevice,
  ReadPack,
  ReadPackAnswer,
} from './preparation.schema.ts';

export const deviceEndpoints = {
  report: endpoint({
    name: 'devices.report',
    summary:
      'What a tablet says about itself, signed with its key: what waits on it, its room and its version',
    method: 'POST',
    path: '/sync/device-report/',
    roles: 'signed-in',
    offline: 'online-only',
    body: SignedDeviceReport,
    response: v.object({}),
    problems: [deviceProblems.not_this_tablet],
  }),
  list: endpoint({
    name: 'devices.list',
    summary: 'The tablets of the own classes; of the whole school for those who see it whole',
    method: 'GET',
    path: '/devices/',
    roles: classStaff,
    offline: 'online-only',
    query: v.object({
      ...PageQuery.entries,
      /** Only tablets that were last used by somebody of this class. */
      school_class: v.optional(Id),
    }),
    response: pageOf(v.array(Device)),
    problems: [classProblems.not_found],
  }),
  rename: endpoint({
    name: 'devices.rename',
    summary: 'Give a tablet a name',
    method: 'PATCH',
    path: '/devices/:id/',
    roles: classStaff,
    offline: 'online-only',
    params: v.object({ id: Id }),
    body: DeviceName,
    response: Device,
    problems: [deviceProblems.not_found],
  }),
  forget: endpoint({
    name: 'devices.forget',
    summary: 'Take a tablet off the list; it comes back when it is used again',
    method: 'DELETE',
    path: '/devices/:id/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ id: Id }),
    response: v.object({}),
    problems: [deviceProblems.not_found],
  }),
  prepare: endpoint({
    name: 'devices.prepare',
    summary:
      'Let the children of some classes sign in on a tablet without a network; the token is answered this once',
    method: 'POST',
    path: '/devices/prepare/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    body: DevicePrepare,
    answers: 'once',
    response: PreparedDevice,
    problems: [deviceProblems.not_found, deviceProblems.guests_prepare_none, classProblems.not_found],
  }),
  keepPreparations: endpoint({
    name: 'devices.keepPreparations',
    summary: 'Take over what is paused on prepared tablets, by the right of the caller',
    method: 'POST',
    path: '/devices/keep/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    body: KeepPreparations,
    response: v.object({ results: v.array(Device) }),
    problems: [deviceProblems.not_found, deviceProblems.guests_prepare_none],
  }),
  endPreparation: endpoint({
    name: 'devices.endPreparation',
    summary: 'Take back that a tablet is prepared; it forgets the children as soon as it hears of it',
    method: 'DELETE',
    path: '/devices/:id/preparation/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ id: Id }),
    response: Device,
    problems: [deviceProblems.not_found],
  }),
  readPack: endpoint({
    name: 'devices.readPack',
    summary: 'What a prepared tablet has to know, asked by the tablet itself, whoever uses it or nobody',
    method: 'POST',
    path: '/devices/pack/',
    roles: 'anyone',
    offline: 'online-only',
    body: ReadPack,
    response: ReadPackAnswer,
    problems: [deviceProblems.preparation_refused],
  }),
} as const;
