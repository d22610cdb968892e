/** Style of a button that is not shown at an end, and keeps its place. */
export const absentIf = (isAbsent: boolean) => (isAbsent ? { visibility: 'hidden' as const } : {});
