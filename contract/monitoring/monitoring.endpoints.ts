import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { panelProblems } from '../panel/panel.problems.ts';
import { monitoringProblems } from './monitoring.problems.ts';
import {
  Claimed,
  WatchAct,
  WatchAsk,
  WatchCounts,
  Watched,
  WatchItem,
  WatchPage,
  WatchParams,
  WatchQuery,
  WatchTakeDown,
} from './monitoring.schema.ts';
import { WatchedWord, WatchedWordForm, WatchedWordList } from './watched-words.schema.ts';

const shared = { roles: [product.platformRole], hosts: 'platform', offline: 'online-only' } as const;

/** What is decided about one work, in its school. */
const act = {
  ...shared,
  method: 'POST',
  params: WatchParams,
  response: Watched,
} as const;

const { not_found, changed_since, claimed, not_on_shelf, not_taken_down, schools_own } = monitoringProblems;
const { word_known, word_not_found, words_full } = monitoringProblems;
const actProblems = [not_found, changed_since, claimed] as const;

export const monitoringEndpoints = {
  list: endpoint({
    ...shared,
    name: 'monitoring.list',
    summary: 'Works of all schools that are in monitoring, by risk and then by age, each with its reasons',
    method: 'GET',
    path: '/v1/panel/watch/',
    reads: 'panel',
    query: WatchQuery,
    response: WatchPage,
    problems: [panelProblems.too_wide],
  }),
  count: endpoint({
    ...shared,
    name: 'monitoring.count',
    summary:
      'How many works wait in monitoring, how many of them are overdue, and how many schools were asked',
    method: 'GET',
    path: '/v1/panel/watch/counts/',
    reads: 'panel',
    response: WatchCounts,
  }),
  read: endpoint({
    ...shared,
    name: 'monitoring.read',
    summary:
      'One work with its text, what changed since it was decided about, and its reports; its school’s audit says so',
    method: 'GET',
    path: '/v1/panel/watch/:tenantId/:workId/',
    reads: 'panel',
    params: WatchParams,
    response: WatchItem,
    problems: [not_found],
  }),
  claim: endpoint({
    ...act,
    name: 'monitoring.claim',
    summary: 'Have a work for oneself for 15 minutes',
    path: '/v1/panel/watch/:tenantId/:workId/claim/',
    response: Claimed,
    problems: [not_found, claimed],
  }),
  keep: endpoint({
    ...act,
    name: 'monitoring.keep',
    summary: 'Decide that a work stays as it is: the reports that were read are done',
    path: '/v1/panel/watch/:tenantId/:workId/keep/',
    body: WatchAct,
    problems: actProblems,
  }),
  ask: endpoint({
    ...act,
    name: 'monitoring.ask',
    summary: 'Ask the school about a work; after three days of silence it waits on top',
    path: '/v1/panel/watch/:tenantId/:workId/ask/',
    body: WatchAsk,
    problems: actProblems,
  }),
  takeDown: endpoint({
    ...act,
    name: 'monitoring.takeDown',
    summary: 'Take a work off every shelf and every tablet; only the platform reinstates it',
    path: '/v1/panel/watch/:tenantId/:workId/take-down/',
    body: WatchTakeDown,
    problems: [...actProblems, not_on_shelf],
  }),
  listWords: endpoint({
    ...shared,
    name: 'monitoring.listWords',
    summary: 'Words that the platform looks for in what strangers may read',
    method: 'GET',
    path: '/v1/panel/watched-words/',
    reads: 'panel',
    response: WatchedWordList,
  }),
  addWord: endpoint({
    ...shared,
    name: 'monitoring.addWord',
    summary: 'Look for a word from now on; works that have it and that nobody looked at come into monitoring',
    method: 'POST',
    path: '/v1/panel/watched-words/',
    body: WatchedWordForm,
    response: WatchedWord,
    problems: [word_known, words_full],
  }),
  removeWord: endpoint({
    ...shared,
    name: 'monitoring.removeWord',
    summary: 'Look for a word no more; works that wait for nothing else leave monitoring',
    method: 'DELETE',
    path: '/v1/panel/watched-words/:id/',
    params: v.object({ id: Id }),
    response: v.object({}),
    problems: [word_not_found],
  }),
  reinstate: endpoint({
    ...act,
    name: 'monitoring.reinstate',
    summary: 'Reinstate a work that the platform took down',
    path: '/v1/panel/watch/:tenantId/:workId/reinstate/',
    body: WatchAct,
    problems: [...actProblems, not_taken_down, schools_own],
  }),
} as const;
