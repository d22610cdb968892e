/** Who calls on the host of greenfield, unless the name says otherwise. */
const usualCallers = [
  'visitor',
  'student',
  'parent',
  'teacher',
  'teacher_of_birch',
  'teacher_admin',
  'school_admin',
  'organization_admin',
  'organization_admin_on_own_host',
  'platform_admin_on_own_host',
  'anyone_signed_in_elsewhere',
] as const;
export type UsualCaller = (typeof usualCallers)[number];
/** Who helps on the platform's own site for a while, on its host. */
const championCallers = ['superpower_teacher', 'superpower_parent'] as const;
export type ChampionCaller = (typeof championCallers)[number];
export const callerNames = [...usualCallers, ...championCallers] as const;
export type CallerName = (typeof callerNames)[number];

/** `ok`, or the code of the problem. */
export type Outcome = 'ok' | `${string}.${string}`;

/** A part of the data that some may see and others may not. */
export type Part = 'maple' | 'birch' | 'no_class' | 'riverside';
