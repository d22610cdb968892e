import { ofPerson } from '../works/own-snapshot.ts';
import { listOwnChapters, listOwnStories } from '../works/stories.repository.ts';

/** What a person writes stands in the own scope, and in no other. */
export const storySnapshot = ofPerson('works', listOwnStories);
export const chapterSnapshot = ofPerson('chapters', listOwnChapters);
