/** Numbers that only those need who make recordings, or take them. */
export const recordingLimits = {
  /** Bytes; two minutes of a voice are a third of it. */
  bytes: 3 * 1024 * 1024,
  seconds: 120,
  /** Recordings that were ever sent for a story. */
  perStory: 60,
} as const;

export const recordingTypes = ['audio/webm', 'audio/mp4', 'audio/ogg'] as const;
export type RecordingType = (typeof recordingTypes)[number];

export function isRecordingType(mediaType: string): mediaType is RecordingType {
  return (recordingTypes as readonly string[]).includes(mediaType);
}
