import { ofPerson } from '../works/own-snapshot.ts';
import { listReadings, listSettings } from './reading.repository.ts';

/** What a person reads, and how pages look to them, stands in the own scope, and in no other. */
export const readingSnapshot = ofPerson('reading', listReadings);
export const settingsSnapshot = ofPerson('reader_settings', listSettings);
