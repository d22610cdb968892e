import sharp from 'sharp';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import type { MemberDetails } from '#contract/members/members.schema.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

/** A photograph of a telephone: on its side, with a place in it. */
export async function photograph(width = 1200, height = 900, background = '#336699'): Promise<Blob> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Make: 'CanaryCamera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return new Blob([bytes], { type: 'image/jpeg' });
}

/** Two schools, and what is asked about the accounts of their members. A world of its own for each test file. */
export function accountsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  const mail = mailboxOfFile(world);
  const { newEmail } = mail;

  const person = () => ({ first_name: 'Nora', last_name: 'Lind', email: newEmail(), country: 'SE' });

  async function update(by: Person, userId: string, body: Record<string, unknown>): Promise<MemberDetails> {
    return await world.call(await world.as(by), memberEndpoints.update, { params: { userId }, body });
  }

  async function refusedUpdate(by: Person, userId: string, body: Record<string, unknown>) {
    return await world.refusal(await world.as(by), memberEndpoints.update, { params: { userId }, body });
  }

  async function read(by: Person, userId: string) {
    return await world.call(await world.as(by), memberEndpoints.read, { params: { userId } });
  }

  async function teacher(options: { password?: string } = {}) {
    return await makeMember(world.context, greenfield.tenant, {
      role: 'teacher',
      first_name: 'Ida',
      last_name: 'Berg',
      email: newEmail(),
      password: options.password ?? 'Test-password-1',
    });
  }

  return { world, greenfield, riverside, mail, newEmail, person, update, refusedUpdate, read, teacher };
}
