import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { longAgo, noSuchPage } from '../../support/matrix/places.ts';
import { byEditors, byHost, forTeachers, noPage, ok, unknown } from '../../support/matrix/who-may.ts';

const inEnglish = { language: 'en' };

export const cells: CellsOf<'content'> = {
  'content.list': {
    cells: { ...byHost([ok], [ok], [ok]), anyone_signed_in_elsewhere: [unknown] },
  },
  // What is there is in tests/api/content.test.ts: in this world there is no page.
  'content.read': {
    input: () => ({ params: { kind: 'page', slug: 'about' } }),
    cells: { ...byHost([noPage], [noPage], [noPage]), anyone_signed_in_elsewhere: [unknown] },
  },
  'content.preview': {
    input: () => ({ body: { token: 'none' } }),
    cells: byHost(['content.preview_over'], ['content.preview_over'], ['content.preview_over']),
  },
  'content.listEdited': { ...byEditors(ok), champions: forTeachers(ok) },
  'content.create': {
    ...byEditors(ok),
    champions: forTeachers(ok),
    input: () => ({ body: { ...inEnglish, kind: 'event', slug: randomUUID(), title: 'Reading day' } }),
  },
  'content.edit': { ...byEditors(noPage), champions: forTeachers(noPage), input: () => noSuchPage() },
  'content.listVersions': { ...byEditors(noPage), input: () => noSuchPage() },
  'content.writeDraft': {
    ...byEditors(noPage),
    champions: forTeachers(noPage),
    input: () => ({
      params: { id: uuidv7(), ...inEnglish },
      body: { base: null, seen: null, head: {}, blocks: [] },
    }),
  },
  'content.publish': {
    ...byEditors(noPage),
    input: () => noSuchPage({ body: { ...inEnglish, draft_updated_at: longAgo, live_n: null } }),
  },
  'content.unpublish': {
    ...byEditors(noPage),
    input: () => noSuchPage({ body: { ...inEnglish, live_n: null } }),
  },
  'content.restore': {
    ...byEditors(noPage),
    input: () => noSuchPage({ body: { ...inEnglish, n: 1, seen: null } }),
  },
  'content.leave': { ...byEditors(noPage), input: () => noSuchPage({ body: { ...inEnglish, n: 1 } }) },
  'content.linkPreview': { ...byEditors(noPage), input: () => noSuchPage({ body: inEnglish }) },
  'content.setJoinLink': { ...byEditors(noPage), input: () => noSuchPage({ body: { link: null } }) },
  'content.choose': {
    input: () => noSuchPage({ body: { choice: 'hidden' } }),
    cells: { school_admin: [noPage] },
  },
};
