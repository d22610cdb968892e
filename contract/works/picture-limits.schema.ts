/** Numbers that only those need who make pictures, or take them. */
export const pictureLimits = {
  /** Bytes of a picture of a story; devices make them far smaller. */
  bytes: 5 * 1024 * 1024,
  /** Pixels of its longer side. */
  side: 1600,
  /** Pictures that were ever sent for a story: one for each page that it ever had. */
  perStory: 1000,
} as const;

/** How an author made a picture. Only a drawing of the app's own pad is one. */
export const picturesMade = ['photograph', 'drawing'] as const;
export type PictureMade = (typeof picturesMade)[number];

export const pictureTypes = ['image/jpeg', 'image/png'] as const;
export type PictureType = (typeof pictureTypes)[number];
