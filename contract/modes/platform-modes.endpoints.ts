import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { modeProblems } from './modes.problems.ts';
import { Mode } from './modes.schema.ts';
import { platformModeProblems } from './platform-modes.problems.ts';
import { ManagedMode, ModeChange, ModeOrder, NewMode } from './platform-modes.schema.ts';

/** Apart from `modes.endpoints.ts`, which each page loads. */
export const platformModeEndpoints = {
  list: endpoint({
    name: 'platformModes.list',
    summary: 'All modes in their order, each with how many schools offer it and how many works are in it',
    method: 'GET',
    path: '/modes/managed/',
    roles: [product.platformRole],
    hosts: 'all',
    offline: 'online-only',
    response: v.object({ results: v.array(ManagedMode) }),
  }),
  create: endpoint({
    name: 'platformModes.create',
    summary: 'Add a mode at the end; sent again with the same id it is added once',
    method: 'POST',
    path: '/modes/',
    roles: [product.platformRole],
    hosts: 'all',
    offline: 'online-only',
    sends: 'multipart',
    body: NewMode,
    response: Mode,
    problems: [
      platformModeProblems.name_taken,
      platformModeProblems.id_taken,
      platformModeProblems.unreadable,
    ],
  }),
  update: endpoint({
    name: 'platformModes.update',
    summary: 'Change the name or the picture of a mode, take it back from all schools, or offer it again',
    method: 'PATCH',
    path: '/modes/:id/',
    roles: [product.platformRole],
    hosts: 'all',
    offline: 'online-only',
    sends: 'multipart',
    params: v.object({ id: Id }),
    body: ModeChange,
    response: Mode,
    problems: [
      modeProblems.not_found,
      platformModeProblems.name_taken,
      platformModeProblems.last_open,
      platformModeProblems.unreadable,
    ],
  }),
  setOrder: endpoint({
    name: 'platformModes.setOrder',
    summary: 'Put all modes in an order; the first open one is the default',
    method: 'PUT',
    path: '/modes/order/',
    roles: [product.platformRole],
    hosts: 'all',
    offline: 'online-only',
    body: ModeOrder,
    response: v.object({ results: v.array(Mode) }),
    problems: [platformModeProblems.order_changed],
  }),
} as const;
