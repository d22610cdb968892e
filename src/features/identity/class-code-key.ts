/** In device storage. The code of a class is no secret in its room, and a tablet stays in it: whoever comes next need not type it. */
export const classCodeKey = 'classCode';
