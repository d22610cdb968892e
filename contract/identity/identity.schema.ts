import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { championKinds, Role } from '../kit/roles.ts';
import { isPlainText } from '../kit/text.ts';

/** Where a guest is at home, and leads back to. */
export const Visit = v.object({
  /** Name of the organization or the platform. */
  home: v.string(),
  /** Without a port. */
  host: v.string(),
  is_platform: v.boolean(),
  /** What a guest of the platform may do; null for an organization's administrator. */
  may: v.optional(v.nullable(v.picklist(['look', 'help']))),
  /** When the visit ends by itself. */
  until: v.optional(Instant),
});
export type Visit = v.InferOutput<typeof Visit>;

/** The signed-in person, as the session keeps it. Specification, section 3: User. */
export const User = v.object({
  id: Id,
  tenant_id: Id,
  first_name: v.string(),
  last_name: v.string(),
  /** Null for students, who have a username instead. */
  email: v.nullable(v.string()),
  username: v.nullable(v.string()),
  role: Role,
  /** ISO 3166-1 alpha-2 code. */
  country: v.nullable(v.string()),
  /** Name of one of the product's animals, or the address of an uploaded picture. */
  avatar: v.nullable(v.string()),
  /** For guests only: administrators of an organization or of the platform in somebody else's school. */
  visiting: v.optional(Visit),
  /** For champions on the platform's own site only, whose `role` is `parent` here: the app takes them for no staff. */
  champion: v.optional(v.picklist(championKinds)),
});
export type User = v.InferOutput<typeof User>;

/** Specification, section 2: the guided tours. Each is shown once to each person. */
export const tutorialKeys = [
  'stories',
  'books',
  'classes',
  'student_add',
  'teacher_add',
  'csv_upload',
  'charities',
  'organization_invitation',
  'dashboard_switch',
] as const;
export const TutorialKey = v.picklist(tutorialKeys);
export type TutorialKey = v.InferOutput<typeof TutorialKey>;

/** Keys in alphabetical order. Any text, so that an older device can still read what a newer one has marked. */
export const TutorialsSeen = v.array(v.string());

/** The signed-in person as a device keeps it, with what is the same on all of the person's devices. */
export const Profile = v.object({
  ...User.entries,
  /** What they say of themselves; null until they wrote something. */
  about_me: v.nullable(v.string()),
  tutorials: TutorialsSeen,
});
export type Profile = v.InferOutput<typeof Profile>;

const typedUsername = v.pipe(
  v.string('Please enter your email/username.'),
  v.trim(),
  v.nonEmpty('Please enter your email/username.'),
  v.maxLength(320, 'Please enter your email/username.'),
);

const typedPassword = v.pipe(
  v.string('Please enter your password.'),
  v.nonEmpty('Please enter your password.'),
  v.maxLength(1024, 'The password is too long.'),
);

/** What signing in sends. `username` is an e-mail address or a username. */
export const Credentials = v.object({ username: typedUsername, password: typedPassword });
export type Credentials = v.InferOutput<typeof Credentials>;

/** What signing in sends to the school. */
export const SignInForm = v.object({
  ...Credentials.entries,
  /** Whether the person chose to stay signed in. It decides how old a pupil's session gets. */
  remember: v.optional(v.boolean()),
  /** The tablet, where it knows itself: on a prepared one no pupil stays signed in. */
  device_id: v.optional(Id),
});
export type SignInForm = v.InferOutput<typeof SignInForm>;

/** What parents type: one password that the whole school shares. Specification, section 5. */
export const CommunityForm = v.object({
  password: v.pipe(
    v.string('Please enter a password.'),
    v.check((text) => text.trim() !== '', 'Please enter a password.'),
    v.maxLength(1024, 'The password is too long.'),
  ),
});
export type CommunityForm = v.InferOutput<typeof CommunityForm>;

const { minimum, maximum } = limits.communityPasswordLength;
const lengthOf = (text: string) => [...text].length;

/** The password that the school shares with its families, as it is set. */
export const SetCommunityPassword = v.object({
  password: v.pipe(
    v.string('Please enter a password.'),
    // As it is typed at sign-in, where spaces around it do not count.
    v.trim(),
    v.nonEmpty('Please enter a password.'),
    v.check(
      (text) => text === '' || lengthOf(text) >= minimum,
      `The password needs at least ${minimum} characters.`,
    ),
    v.check((text) => lengthOf(text) <= maximum, 'The password is too long.'),
    v.check((text) => isPlainText(text), 'Please use letters, numbers and spaces only.'),
  ),
});
export type SetCommunityPassword = v.InferOutput<typeof SetCommunityPassword>;

/** What a school knows of the password that it shares. The password itself is kept as a hash. */
export const CommunityPasswordState = v.object({
  is_set: v.boolean(),
  /** Null where none is set. */
  set_at: v.nullable(Instant),
  /** Null where none is set, or it came with the school. */
  set_by: v.nullable(v.object({ first_name: v.string(), last_name: v.string() })),
});
export type CommunityPasswordState = v.InferOutput<typeof CommunityPasswordState>;

/** Whether this browser may read the community view of the school. */
export const CommunityAccess = v.object({ authenticated: v.boolean() });

/** The login form. `remember` keeps the session over a browser restart. */
export const LoginForm = v.object({ ...Credentials.entries, remember: v.boolean() });
export type LoginForm = v.InferOutput<typeof LoginForm>;

/** A refresh token is opaque; rotating it gives a new one. */
export const RefreshToken = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

/** SHA-256 of a refresh token, in small hexadecimal digits. It can end the session of the token and nothing else. */
export const RefreshTokenHash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/u, 'This is not a hash'));

export const TokenPair = v.object({ access: v.string(), refresh: v.string() });
export type TokenPair = v.InferOutput<typeof TokenPair>;

export const Session = v.object({ ...TokenPair.entries, user: User });
export type Session = v.InferOutput<typeof Session>;
