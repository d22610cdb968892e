import { ofPerson } from './own-snapshot.ts';
import { listOwnChapters, listOwnStories } from './writing.repository.ts';

/** What a person writes stands in the own scope, and in no other. */
export const storySnapshot = ofPerson('works', listOwnStories);
export const chapterSnapshot = ofPerson('chapters', listOwnChapters);
