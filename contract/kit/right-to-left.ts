const languages = new Set(['ar', 'fa', 'he', 'ur', 'ps', 'sd', 'ug', 'yi', 'dv', 'ckb']);

/** Whether a language (BCP 47, such as `ar-EG`) is written from right to left. */
export const isRightToLeft = (language: string) => languages.has(language.split('-')[0] ?? '');
