import bold from '@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2?url';
import regular from '@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2?url';

/** OpenDyslexic by Abbie Gonzalez, under the SIL Open Font License 1.1. */
export const openDyslexic = [
  { url: regular, weight: '400' },
  { url: bold, weight: '700' },
];
