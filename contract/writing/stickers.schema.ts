import * as v from 'valibot';

const stickers = ['star', 'heart', 'thumb', 'smile', 'sparkles', 'trophy', 'rocket', 'rainbow'] as const;

/** What a teacher gives to a child with an answer. */
export const Sticker = v.picklist(stickers, 'Please choose one of the stickers');
export type Sticker = v.InferOutput<typeof Sticker>;

/** What each says. A tablet of before there were stickers shows these words, where the teacher wrote none. */
export const stickerWords: Readonly<Record<Sticker, string>> = {
  star: 'A star for you!',
  heart: 'I love it!',
  thumb: 'Well done!',
  smile: 'You made me smile!',
  sparkles: 'So many ideas!',
  trophy: 'You worked hard!',
  rocket: 'You took off!',
  rainbow: 'So colourful!',
};

/** All of them, in their order. */
export const allStickers: readonly Sticker[] = stickers;
