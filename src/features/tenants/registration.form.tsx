import { Button, SegmentedControl, Text, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import * as v from 'valibot';
import {
  RegistrationForm as Form,
  requiredColors,
  type Registration,
} from '#contract/tenants/registration.schema.ts';
import { withHttps } from '#contract/tenants/tenants.rules.ts';
import { colorFields, defaultColors, type ColorField } from '#contract/tenants/tenants.schema.ts';
import { addressOn } from '#src/session/other-host.ts';
import type { OwnDrafts } from '#src/session/local-drafts.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { firstTexts } from '#src/lib/field-errors.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import { BrandColors } from './brand-colors.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { withPrimary } from './derived-colors.rules.ts';
import { readLogoColor } from './logo-color.ts';
import { LogoField } from './logo-field.tsx';
import { keepLogo, readLogo } from './logo-draft.ts';
import {
  emptyRegistration,
  followName,
  missingIn,
  registrationFailure,
  type Registering,
} from './registration.rules.ts';
import { useFreeName, type FreeName } from './use-free-name.ts';
import styles from './registration.module.css';

const isRequired = (field: ColorField) => (requiredColors as readonly string[]).includes(field);

const withPort = (host: string) => new URL(addressOn(host, '/')).host;

/** Whether the name can be had; the reason why not stands at the field. */
function NameNote({ name: { state, host } }: { name: FreeName }) {
  return (
    <p className={styles.note} role="status">
      {state === 'looking' && (
        <Text span c="dimmed">
          Looking whether it is free…
        </Text>
      )}
      {state === 'unknown' && (
        <Text span c="dimmed">
          Whether it is free turns out when you register.
        </Text>
      )}
      {state === 'free' && (
        <>
          <IconCheck size={18} aria-hidden />
          <span>
            <strong>{host === null ? 'It' : withPort(host)}</strong> is free.
          </span>
        </>
      )}
      {state === 'taken' && (
        <>
          <IconX size={18} aria-hidden />
          <span>It is not free.</span>
        </>
      )}
    </p>
  );
}

interface RegistrationFormProps {
  api: ApiClient;
  /** Under which name what is typed is kept, and where; left out, with what else the signed-in person has here. */
  draft: { name: string; localDrafts?: OwnDrafts };
  /** Whether it may be an organization as well as a school. */
  asksForKind: boolean;
  /** As an invitation names it; left out, whoever registers types it. */
  schoolName?: string;
  /** Whom it was sent to that somebody registers; else empty. */
  email: string;
  emailHint: string;
  submitLabel: string;
  /** Throws what went wrong. */
  onSubmit: (filled: Registration) => Promise<void>;
}

/** Name, address, people and brand of a new school or organization. */
export function RegistrationForm({
  api,
  asksForKind,
  schoolName = '',
  email,
  emailHint,
  submitLabel,
  onSubmit,
  draft: place,
}: RegistrationFormProps) {
  const [logo, setLogo] = useState<File | null>(null);
  /** The colour that the last logo brought. */
  const ofLogo = useRef<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const missingId = useId();
  const form = useForm<Registering>({
    initialValues: {
      ...emptyRegistration,
      school_name: schoolName,
      subdomain: followName(schoolName, emptyRegistration),
      school_email: email,
    },
    validate: schemaResolver(Form, { sync: true }),
    validateInputOnBlur: true,
  });
  const { values } = form;
  const name = useFreeName(api, values.subdomain);
  const missing = missingIn(values);
  const isTaken = name.state === 'taken';
  const draft = useFormDraft(place.name, form, place);
  const { isRestored } = draft;
  useEffect(() => {
    if (!isRestored) return undefined;
    const leaving = new AbortController();
    void readLogo().then((kept) => {
      if (!leaving.signal.aborted) setLogo((chosen) => chosen ?? kept);
    });
    return () => leaving.abort();
  }, [isRestored]);

  /** One by one: what is wrong with other fields stays said. */
  function setColors(colors: Partial<Record<ColorField, string>>) {
    for (const field of colorFields) {
      const color = colors[field];
      if (color !== undefined && color !== form.getValues()[field]) form.setFieldValue(field, color);
    }
  }

  /** A logo brings its colour, as long as nobody has chosen one. */
  async function takeColorOf(chosen: File) {
    const color = await readLogoColor(chosen);
    const now = form.getValues();
    const isUnchosen =
      now.primary_color === defaultColors.primary_color || now.primary_color === ofLogo.current;
    if (color === null || !isUnchosen) return;
    ofLogo.current = color;
    setColors(withPrimary(color, now));
  }

  function startAnew() {
    draft.startAnew();
    setLogo(null);
    void keepLogo(null);
  }

  async function register(typed: Registering) {
    setFailure(null);
    try {
      await onSubmit({ ...v.parse(Form, typed), ...(logo && { logo }) });
      draft.end();
      void keepLogo(null);
    } catch (error) {
      if (error instanceof ApiProblem) form.setErrors(firstTexts(error.errors));
      setFailure({ isOffline: error instanceof NoNetworkError, text: registrationFailure(error) });
    }
  }

  const domain = form.getInputProps('domain_url');
  return (
    <form noValidate onSubmit={form.onSubmit(register)}>
      <DraftNote draft={{ ...draft, startAnew }} />
      <div className={styles.columns}>
        <div className={styles.fields}>
          {asksForKind && (
            <SegmentedControl
              fullWidth
              aria-label="What do you register?"
              data={[
                { value: 'false', label: 'A school' },
                { value: 'true', label: 'An organization' },
              ]}
              {...form.getInputProps('is_organization')}
            />
          )}
          <TextInput
            label="Name"
            required
            dir="auto"
            autoComplete="organization"
            {...form.getInputProps('school_name')}
            onChange={({ currentTarget }) => {
              form.setFieldValue('subdomain', followName(currentTarget.value, values));
              form.setFieldValue('school_name', currentTarget.value);
            }}
          />
          <div>
            <TextInput
              label="Address here"
              description="The name that your address begins with: lowercase letters, digits and hyphens."
              autoCapitalize="none"
              autoCorrect="off"
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('subdomain')}
              error={form.errors['subdomain'] ?? name.note}
            />
            <NameNote name={name} />
          </div>
          <TextInput
            label="Your own site"
            description="The address that your school has already."
            type="url"
            inputMode="url"
            required
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="url"
            {...domain}
            onBlur={({ currentTarget }: React.FocusEvent<HTMLInputElement>) => {
              form.setFieldValue('domain_url', withHttps(currentTarget.value));
              form.validateField('domain_url');
            }}
          />
          <div className={styles.pair}>
            <TextInput
              label="First name"
              required
              dir="auto"
              autoComplete="given-name"
              {...form.getInputProps('first_name')}
            />
            <TextInput
              label="Last name"
              required
              dir="auto"
              autoComplete="family-name"
              {...form.getInputProps('last_name')}
            />
          </div>
          <TextInput
            label="Email"
            description={emailHint}
            type="email"
            required
            autoComplete="email"
            {...form.getInputProps('school_email')}
          />
          <LogoField
            present={null}
            value={logo}
            error={form.errors['logo']}
            onChange={(choice, problem) => {
              const next = choice instanceof File ? choice : null;
              setLogo(next);
              void keepLogo(next);
              if (next !== null) void takeColorOf(next);
              if (problem === null) form.clearFieldError('logo');
              else form.setFieldError('logo', problem);
            }}
          />
          <section aria-label="Colours">
            <Title order={2} size="h3" mb="sm">
              Colours
            </Title>
            <Text c="dimmed" mb="sm">
              One is enough: the others are made of it. A logo brings its own.
            </Text>
            <BrandColors
              values={values}
              errors={form.errors}
              isRequired={isRequired}
              onChange={setColors}
              onBlur={(field) => form.validateField(field)}
            />
          </section>
        </div>
        <aside className={styles.aside} aria-label="Preview">
          <BrandPreview name={values.school_name} logo={logo} colors={values} />
          <Text size="sm" c="dimmed">
            Logo and colours can be changed at any time.
          </Text>
        </aside>
      </div>
      <div className={styles.foot}>
        {failure && <FailureNote failure={failure} />}
        <Text id={missingId} c="dimmed" role="status">
          {missing.length > 0 && `Still missing or not right: ${missing.join(', ')}.`}
        </Text>
        <Button
          type="submit"
          size="md"
          loading={form.submitting}
          disabled={missing.length > 0 || isTaken || form.errors['logo'] !== undefined}
          aria-describedby={missingId}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
