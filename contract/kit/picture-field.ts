import { fileField } from './files.ts';

/** Of a picture as it is sent. `maximum` in bytes. */
export const pictureLimit = { maximum: 5 * 1024 * 1024, tooLarge: 'A picture has 5 MB at most' };

/** A picture that the server encodes again from its pixels. */
export const pictureField = fileField({
  types: ['image/jpeg', 'image/png', 'image/webp'],
  wrongType: 'Please choose a JPEG, PNG or WebP picture',
  ...pictureLimit,
});
