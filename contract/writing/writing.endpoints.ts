import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { pageOf, pageQuery } from '../kit/page.ts';
import { authors } from '../kit/roles.ts';
import { writingProblems } from './writing.problems.ts';
import {
  ChapterPlace,
  HandIn,
  NewChapter,
  NewStory,
  OldVersion,
  RemovedChapter,
  SavedChapter,
  StoryChange,
} from './writing.schema.ts';

const ofWork = v.object({ workId: Id });
const ofChapter = v.object({ workId: Id, chapterId: Id });

/** What is answered to a change: the rows come with the next pull. */
const Done = v.object({ id: Id });

/** Stories as their authors write them, with or without a network. */
export const writingEndpoints = {
  begin: endpoint({
    name: 'writing.begin',
    summary: 'Begin a story or a book of one’s own, with an empty chapter or page',
    method: 'POST',
    path: '/own-stories/',
    roles: authors,
    offline: 'queued',
    body: NewStory,
    response: Done,
    problems: [writingProblems.id_taken],
  }),
  change: endpoint({
    name: 'writing.change',
    summary: 'Change what stands on the cover and the plan of a story or a book of one’s own',
    method: 'PATCH',
    path: '/own-stories/:workId/',
    roles: authors,
    offline: 'queued',
    params: ofWork,
    body: StoryChange,
    response: Done,
    problems: [writingProblems.not_found, writingProblems.handed_in, writingProblems.changed_elsewhere],
  }),
  addChapter: endpoint({
    name: 'writing.addChapter',
    summary: 'Add an empty chapter, or page of a book',
    method: 'POST',
    path: '/own-stories/:workId/chapters/',
    roles: authors,
    offline: 'queued',
    params: ofWork,
    body: NewChapter,
    response: Done,
    problems: [
      writingProblems.not_found,
      writingProblems.handed_in,
      writingProblems.id_taken,
      writingProblems.too_many_chapters,
    ],
  }),
  saveChapter: endpoint({
    name: 'writing.saveChapter',
    summary:
      'Save a version of a chapter; one whose writer did not know what stands there is kept beside it, whatever state the story is in',
    method: 'PUT',
    path: '/own-stories/:workId/chapters/:chapterId/',
    roles: authors,
    offline: 'queued',
    params: ofChapter,
    body: SavedChapter,
    response: Done,
    problems: [writingProblems.not_found, writingProblems.chapter_not_found, writingProblems.id_taken],
  }),
  moveChapter: endpoint({
    name: 'writing.moveChapter',
    summary: 'Put a chapter at another place; the last one who does so wins',
    method: 'PUT',
    path: '/own-stories/:workId/chapters/:chapterId/place/',
    roles: authors,
    offline: 'queued',
    params: ofChapter,
    body: ChapterPlace,
    response: Done,
    problems: [writingProblems.not_found, writingProblems.chapter_not_found, writingProblems.handed_in],
  }),
  removeChapter: endpoint({
    name: 'writing.removeChapter',
    summary: 'Take a chapter out; words for it that come from elsewhere bring it back',
    method: 'POST',
    path: '/own-stories/:workId/chapters/:chapterId/remove/',
    roles: authors,
    offline: 'queued',
    params: ofChapter,
    response: Done,
    problems: [writingProblems.not_found, writingProblems.chapter_not_found, writingProblems.handed_in],
  }),
  handIn: endpoint({
    name: 'writing.handIn',
    summary: 'Hand a story in for somebody of the staff to look at',
    method: 'POST',
    path: '/own-stories/:workId/hand-in/',
    roles: authors,
    offline: 'queued',
    params: ofWork,
    body: HandIn,
    response: Done,
    problems: [writingProblems.not_found, writingProblems.nothing_written, writingProblems.already_answered],
  }),
  takeBack: endpoint({
    name: 'writing.takeBack',
    summary: 'Take back what was handed in and not answered yet',
    method: 'POST',
    path: '/own-stories/:workId/take-back/',
    roles: authors,
    offline: 'queued',
    params: ofWork,
    response: Done,
    problems: [writingProblems.not_found, writingProblems.already_answered],
  }),
  discard: endpoint({
    name: 'writing.discard',
    summary: 'Put a draft away; words for it that come from elsewhere bring it back',
    method: 'POST',
    path: '/own-stories/:workId/discard/',
    roles: authors,
    offline: 'queued',
    params: ofWork,
    response: Done,
    problems: [writingProblems.not_found, writingProblems.handed_in],
  }),
  listVersions: endpoint({
    name: 'writing.listVersions',
    summary: 'Earlier versions of a chapter of one’s own, the newest first',
    method: 'GET',
    path: '/own-stories/:workId/chapters/:chapterId/versions/',
    roles: authors,
    offline: 'cached',
    params: ofChapter,
    query: pageQuery({ maximum: limits.versionsPerPage, usual: limits.versionsPerPage }),
    response: pageOf(v.array(OldVersion)),
    problems: [writingProblems.not_found, writingProblems.chapter_not_found],
  }),
  listRemoved: endpoint({
    name: 'writing.listRemoved',
    summary:
      'Chapters of a story of one’s own that were taken out and in which something is written, the last one first',
    method: 'GET',
    path: '/own-stories/:workId/removed-chapters/',
    roles: authors,
    offline: 'cached',
    params: ofWork,
    query: pageQuery({ maximum: limits.versionsPerPage, usual: limits.versionsPerPage }),
    response: pageOf(v.array(RemovedChapter)),
    problems: [writingProblems.not_found],
  }),
} as const;
