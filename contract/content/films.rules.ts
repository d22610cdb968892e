import type { ContentBlock, ShownBlock } from './blocks.schema.ts';
import { transcriptOf } from './webvtt.rules.ts';

type Film<Block> = Extract<Block, { kind: 'film' }>;

/** @param watch where a film is watched; null: it cannot be watched here */
export function shownFilm(
  { video, ...block }: Film<ContentBlock>,
  { language, watch }: { language: string; watch: (film: string) => string | null },
): Film<ShownBlock> {
  if (!video) return block;
  const transcript = transcriptOf(video.captions);
  return { ...block, video: { address: watch(video.film), transcript, language } };
}
