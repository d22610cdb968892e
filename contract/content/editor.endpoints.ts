import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { Language } from '../works/works.schema.ts';
import { contentProblems } from './content.problems.ts';
import {
  ChoiceForm,
  DraftForm,
  EditedPage,
  EditedPages,
  EditedPagesQuery,
  LeaveForm,
  NewPage,
  PageChosen,
  PageDraft,
  PageVersion,
  PreviewForm,
  PreviewLink,
  PublishForm,
  RestoreForm,
  UnpublishForm,
} from './editor.schema.ts';

/** Those who run the platform edit its pages on its own host; an administrator edits those of the school. */
const byEditors = {
  roles: ['school_admin', product.platformRole],
  hosts: 'all',
  offline: 'online-only',
} as const;
/** A superpower teacher drafts pages of the platform: those that they began, and no others. */
const byDrafters = { ...byEditors, champions: ['teacher'] } as const;
const page = v.object({ id: Id });
const inLanguage = v.object({ language: v.optional(Language) });

/** What editors of public pages do; readers have `contentEndpoints`. */
export const editorEndpoints = {
  listEdited: endpoint({
    ...byDrafters,
    name: 'content.listEdited',
    summary: 'Pages that are edited here, whatever became of them; for a school those of the platform too',
    method: 'GET',
    path: '/v1/content/',
    query: EditedPagesQuery,
    response: EditedPages,
  }),
  create: endpoint({
    ...byDrafters,
    name: 'content.create',
    summary: 'Begin a page with a draft that nobody else reads',
    method: 'POST',
    path: '/v1/content/',
    body: NewPage,
    response: EditedPage,
    problems: [
      contentProblems.slug_taken,
      contentProblems.legal_stays,
      contentProblems.no_address,
      contentProblems.not_found,
    ],
  }),
  edit: endpoint({
    ...byDrafters,
    name: 'content.edit',
    summary: 'A page in one language with its draft, what is live, and what came with the program',
    method: 'GET',
    path: '/v1/content/:id/',
    params: page,
    query: inLanguage,
    response: EditedPage,
    problems: [contentProblems.not_found],
  }),
  listVersions: endpoint({
    ...byEditors,
    name: 'content.listVersions',
    summary: 'All versions of a page in a language, the newest first',
    method: 'GET',
    path: '/v1/content/:id/versions/',
    params: page,
    query: inLanguage,
    response: v.array(PageVersion),
    problems: [contentProblems.not_found],
  }),
  writeDraft: endpoint({
    ...byDrafters,
    name: 'content.writeDraft',
    summary: 'Keep what an editor writes; what is live stays as it is',
    method: 'PUT',
    path: '/v1/content/:id/draft/:language/',
    params: v.object({ id: Id, language: Language }),
    body: DraftForm,
    response: PageDraft,
    problems: [contentProblems.not_found, contentProblems.changed_since],
  }),
  publish: endpoint({
    ...byEditors,
    name: 'content.publish',
    summary: 'Make a version of the draft that was seen, live now or from a moment on',
    method: 'POST',
    path: '/v1/content/:id/publish/',
    params: page,
    body: PublishForm,
    response: EditedPage,
    problems: [contentProblems.not_found, contentProblems.changed_since, contentProblems.not_ready],
  }),
  unpublish: endpoint({
    ...byEditors,
    name: 'content.unpublish',
    summary: 'End what is live, and call off what is planned',
    method: 'POST',
    path: '/v1/content/:id/unpublish/',
    params: page,
    body: UnpublishForm,
    response: EditedPage,
    problems: [contentProblems.not_found, contentProblems.changed_since, contentProblems.legal_stays],
  }),
  restore: endpoint({
    ...byEditors,
    name: 'content.restore',
    summary: 'Make a draft of a version',
    method: 'POST',
    path: '/v1/content/:id/restore/',
    params: page,
    body: RestoreForm,
    response: EditedPage,
    problems: [contentProblems.not_found, contentProblems.changed_since],
  }),
  leave: endpoint({
    ...byEditors,
    name: 'content.leave',
    summary: 'Leave a newer text that came with the program',
    method: 'POST',
    path: '/v1/content/:id/leave/',
    params: page,
    body: LeaveForm,
    response: EditedPage,
    problems: [contentProblems.not_found],
  }),
  linkPreview: endpoint({
    ...byEditors,
    name: 'content.linkPreview',
    summary: 'A link to the draft for somebody without an account, good for seven days',
    method: 'POST',
    path: '/v1/content/:id/preview-link/',
    params: page,
    body: PreviewForm,
    answers: 'once',
    response: PreviewLink,
    problems: [contentProblems.not_found],
  }),
  choose: endpoint({
    ...byEditors,
    roles: ['school_admin'],
    hosts: 'tenant',
    name: 'content.choose',
    summary: 'Hide a page of the platform at the school, put an own one in its place, or show it again',
    method: 'PUT',
    path: '/v1/content/:id/choice/',
    params: page,
    body: ChoiceForm,
    response: PageChosen,
    problems: [contentProblems.not_found, contentProblems.legal_stays],
  }),
} as const;
