import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { product } from '#contract/kit/product.ts';
import type { PasswordOwner } from '#contract/kit/weak-passwords.ts';
import { NewPasswordForm } from '#contract/passwords/passwords.schema.ts';
import { Closing, explainFailure, openInstallation, StartError, type Installation } from './installation.ts';
import { inTenant, tenantAt } from './platform/database.ts';
import { readSettings } from './platform/settings.ts';
import { weaknessOf } from './platform/weak-passwords.ts';
import { isEmpty, seed } from './seeds/demo.ts';
import { makeMember } from './seeds/factories.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const usage = 'npm run admin:create -- --email you@example.org [--first-name Robin] [--last-name Quill]';

const Options = v.object({
  email: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toLowerCase(),
      v.nonEmpty(`Say whose account it is: ${usage}`),
      v.email('--email is not an email address'),
    ),
    '',
  ),
  'first-name': v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('--first-name is empty')), product.name),
  'last-name': v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('--last-name is empty')), 'Administrator'),
});

function readOptions(): v.InferOutput<typeof Options> {
  const options = v.safeParse(Options, readWords());
  if (!options.success) throw new StartError(options.issues[0].message);
  return options.output;
}

function readWords() {
  try {
    return parseArgs({
      options: {
        email: { type: 'string' },
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
      },
    }).values;
  } catch {
    // A word that it does not know; the usage says more than its complaint.
    throw new StartError(usage);
  }
}

/** Asks without showing what is typed; from a pipe, the first line is taken. */
async function askPassword(owner: PasswordOwner): Promise<string> {
  const terminal = process.stdin.isTTY;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  if (terminal) process.stdout.write(`Password (at least ${limits.passwordLength} characters): `);
  const [line] = (await once(lines, 'line')) as [string];
  lines.close();
  if (terminal) process.stdout.write('\n');
  const password = v.safeParse(NewPasswordForm.entries.new_password, line);
  if (!password.success) throw new StartError(password.issues[0].message);
  const weakness = await weaknessOf(password.output, owner);
  if (weakness !== null) throw new StartError(weakness);
  return password.output;
}

async function createAdministrator(installation: Installation): Promise<string> {
  const options = readOptions();
  if (await isEmpty(installation.database)) await seed(installation, 'none');
  const platform = await tenantAt(installation.database, { platform: true });
  if (!platform) throw new Error('The database has no platform.');
  const taken = await inTenant(installation.database, platform.id, (transaction) =>
    transaction
      .selectFrom('users')
      .select('id')
      .where('tenant_id', '=', platform.id)
      .where('email', '=', options.email)
      .executeTakeFirst(),
  );
  if (taken) throw new StartError(`${options.email} has an account already.`);
  const person = {
    first_name: options['first-name'],
    last_name: options['last-name'],
    email: options.email,
  };
  await makeMember(installation, platform, {
    role: product.platformRole,
    ...person,
    password: await askPassword({ ...person, school_name: product.name }),
  });
  return options.email;
}

const closing = new Closing();
try {
  const settings = readSettings(process.env, root);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const installation = await openInstallation(settings, { root, closing, say, beside: true });
  const email = await createAdministrator(installation);
  await closing.close();
  say(`${email} can sign in on the platform's own site.`);
} catch (error) {
  await closing.close();
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
