import type {
  Session,
  SignInForm,
  TokenPair,
  TutorialKey,
  User,
  Visit,
} from '#contract/identity/identity.schema.ts';
import type { GuestMay } from '#contract/visits/visits.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';

/** The account whose password is guessed. */
export interface GuessedAccount {
  /** Counts together however the account is named; a name that nobody has stands for itself. */
  subject: string;
  /** Undefined for a name that nobody has. */
  personId: string | undefined;
  /** Of a student: the classes. */
  classIds: readonly string[];
}

/** Hears of each step of a sign-in by password, and may end it. */
export interface PasswordGuard {
  begin(transaction: TenantTransaction, account: GuessedAccount): Promise<void>;
  endWrong(account: GuessedAccount): Promise<void>;
  /** In the transaction that opens the session, so that one that is refused at last leaves none behind. */
  endRight(transaction: TenantTransaction, account: GuessedAccount): Promise<void>;
}

export interface IdentityService {
  /** Null where the password is not that of a good card of theirs. No typed password is looked at. */
  signInByCard(tenant: HostTenant, form: SignInForm, now: Date): Promise<Session | null>;
  /** By a typed password. @throws Problem `identity.wrong_credentials`, and whatever the guard throws */
  signInByPassword(
    tenant: HostTenant,
    form: SignInForm,
    by: { now: Date; guard: PasswordGuard },
  ): Promise<Session>;
  /** For who came by a link that was good, until when and in which session at home it says. */
  openGuestSession: (
    transaction: TenantTransaction,
    guest: {
      tenant_id: string;
      user_id: string;
      home_session_id: string;
      expires_at: Date;
      visiting: Visit;
      /** Of one from the platform. */
      guest_may: GuestMay | null;
      now: Date;
    },
  ) => Promise<Session>;
  /** For somebody who was just shown to be who they are, by another way than a password. */
  openMemberSession: (
    transaction: TenantTransaction,
    member: { tenant_id: string; user_id: string; now: Date },
  ) => Promise<Session>;
  refresh(tenant: HostTenant, refresh: string, now: Date): Promise<TokenPair>;
  /** @param tokenHash SHA-256 of any refresh token of the session */
  signOut(tenant: HostTenant, tokenHash: Buffer, now: Date): Promise<void>;
  readProfile(transaction: TenantTransaction, actor: Actor, now: Date): Promise<User>;
  /** Answers all tours that the person has seen. Marking one again changes nothing. */
  markTutorialSeen(key: TutorialKey, call: Call<Actor>): Promise<string[]>;
  findActor(
    transaction: TenantTransaction,
    tenant: HostTenant,
    accessToken: string,
    now: Date,
  ): Promise<Actor | null>;
  /** The same for many tokens of one tenant, in one statement. @returns each of those that are good, by the token */
  findActors(
    transaction: TenantTransaction,
    tenantId: string,
    accessTokens: readonly string[],
    now: Date,
  ): Promise<Map<string, Actor>>;
}
