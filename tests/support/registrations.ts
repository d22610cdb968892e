import sharp from 'sharp';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import type { RegistrationForm } from '#contract/tenants/registration.schema.ts';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import type { ApiWorld, Caller } from './api-world.ts';
import { mailSenderOf, TestMailbox, tokenIn } from './mailbox.ts';

export const newPassword = 'correct horse battery';

type Sample = RegistrationForm & { subdomain: string; logo?: Blob };

let made = 0;

/** A form that nothing is wrong with, of a school that no other is like. */
export function registration(fields: Partial<Sample> = {}): Sample {
  made += 1;
  return {
    school_name: `Hillside School ${made}`,
    school_email: `head-${made}@hillside.test`,
    first_name: 'Robin',
    last_name: 'Hill',
    domain_url: 'https://www.hillside.example',
    subdomain: `hillside-${made}`,
    ...defaultColors,
    ...fields,
  };
}

/** Somebody on the platform's own site. */
export const atPlatform: Caller = { host: 'localhost', access: null };

export function register(
  world: ApiWorld,
  fields: Parameters<typeof registration>[0] = {},
  { caller = atPlatform, link }: { caller?: Caller; link?: string } = {},
) {
  return world.call(caller, registrationEndpoints.register, {
    query: link === undefined ? {} : { invitation_link: link },
    body: registration(fields),
  });
}

export function refuseRegistration(
  world: ApiWorld,
  fields: Record<string, unknown> = {},
  { caller = atPlatform, link }: { caller?: Caller; link?: string } = {},
) {
  return world.refusal(caller, registrationEndpoints.register, {
    query: link === undefined ? {} : { invitation_link: link },
    body: { ...registration(), ...fields },
  });
}

/** Everything that waits, sent; what came last for an address is read. */
export async function mailTo(world: ApiWorld, address: string) {
  const mailbox = new TestMailbox();
  await mailSenderOf(world, mailbox).sendDue();
  return mailbox.lastTo(address);
}

/** A school that is registered and whose administrator has chosen a password. */
export async function registeredSchool(
  world: ApiWorld,
  fields: Parameters<typeof registration>[0] = {},
): Promise<{ host: string; email: string; admin: Caller }> {
  const body = registration(fields);
  const { tenant } = await world.call(atPlatform, registrationEndpoints.register, { query: {}, body });
  const caller = { host: tenant.host, access: null };
  const token = tokenIn(await mailTo(world, body.school_email));
  await world.call(caller, passwordEndpoints.reset, { body: { token, new_password: newPassword } });
  const { access } = await world.signIn(tenant.host, body.school_email, newPassword);
  return { host: tenant.host, email: body.school_email, admin: { host: tenant.host, access } };
}

/** The token of the link that an organization sent to a school. */
export async function inviteSchool(world: ApiWorld, email: string): Promise<string> {
  const caller = await world.as(world.organization.admin);
  await world.call(caller, affiliationEndpoints.invite, { body: { email } });
  const { text } = await mailTo(world, email);
  const [, token] = /\/register#token=([\w-]+)/u.exec(text) ?? [];
  if (token === undefined) throw new Error(`There is no link in: ${text}`);
  return token;
}

export async function pngLogo(color = '#c02040'): Promise<Blob> {
  const bytes = await sharp({ create: { width: 60, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' });
}
