import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { tenantDetailsEndpoints } from '#contract/tenants/tenant-details.endpoints.ts';
import { TenantForm, type TenantDetails } from '#contract/tenants/tenant-details.schema.ts';
import { withHttps } from '#contract/tenants/tenants.rules.ts';
import { colorFields, type ColorField } from '#contract/tenants/tenants.schema.ts';
import { firstTexts } from '#src/lib/field-errors.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { takeOverSaved } from '#src/session/take-over-saved.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useOpenedByAddress } from '#src/ui/use-opened-by-address.ts';
import { DomainProof } from './domain-proof.tsx';
import { BrandColors } from './brand-colors.tsx';
import { withPrimary } from './derived-colors.rules.ts';
import { readLogoColor } from './logo-color.ts';
import { LogoField, type LogoChoice } from './logo-field.tsx';
import { changedFields, formOf } from './tenant-form.rules.ts';
import styles from './tenants.module.css';

interface TenantDataFormProps {
  api: ApiClient;
  tenant: TenantDetails;
  /** Where it is found without a domain of its own. */
  here: Pick<Location, 'protocol' | 'hostname'>;
  /** Called with what the school has now. */
  onSaved: (tenant: TenantDetails) => void;
}

/** Their text says what they are; the others are choices. */
const typedFields = ['school_name', 'school_email', 'domain_url', ...colorFields] as const;

/** The data of a school or organization. Only what was changed is sent. */
export function TenantDataForm({ api, tenant, here, onSaved }: TenantDataFormProps) {
  const [logo, setLogo] = useState<LogoChoice>(null);
  const form = useForm<TenantForm>({
    initialValues: formOf(tenant, here),
    validate: schemaResolver(TenantForm, { sync: true }),
    validateInputOnBlur: true,
  });
  const isDirty = form.isDirty() || logo !== null;
  const draft = useFormDraft(`tenant ${tenant.id}`, form);
  useDirtyForm(isDirty, draft.end);

  /** One by one: what is wrong with other fields stays said. */
  function setColors(colors: Partial<Record<ColorField, string>>) {
    for (const field of colorFields) {
      const color = colors[field];
      if (color !== undefined && color !== form.getValues()[field]) form.setFieldValue(field, color);
    }
  }

  async function takeColorOf(chosen: File) {
    const color = await readLogoColor(chosen);
    if (color === null) notify.warning('The logo has no colour to take', 'Please pick one.');
    else setColors(withPrimary(color, form.getValues()));
  }

  async function save() {
    const params = { tenantId: tenant.id };
    try {
      const now = formOf(await api.call(tenantDetailsEndpoints.read, { params }), here);
      const values = takeOverSaved(form, now, typedFields);
      if (!values) return;
      const body = { ...changedFields(now, values), ...(logo !== null && { logo }) };
      const saved = await api.call(tenantDetailsEndpoints.update, { params, body });
      notify.success('User updated successfully!', `The data of ${saved.school_name} are saved.`);
      form.setInitialValues(formOf(saved, here));
      form.setValues(formOf(saved, here));
      setLogo(null);
      onSaved(saved);
    } catch (error) {
      form.setErrors(error instanceof ApiProblem ? firstTexts(error.errors) : {});
      notify.error(
        'Error saving user. Please try again.',
        error instanceof NoNetworkError
          ? `${cannotBeReached} What you typed stays here.`
          : error instanceof Error
            ? error.message
            : undefined,
      );
    }
  }

  const { opened: isAskedFor } = useOpenedByAddress('brand');
  const brand = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAskedFor) return;
    brand.current?.scrollIntoView({ block: 'center' });
    brand.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isAskedFor]);

  const domainField = form.getInputProps('domain_url');
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(save)}>
      <DraftNote draft={draft} />
      <TextInput label="Name" required dir="auto" {...form.getInputProps('school_name')} />
      <TextInput label="Email of the office" type="email" required {...form.getInputProps('school_email')} />
      <div>
        <TextInput
          label="Domain"
          description="The address of your own site."
          type="url"
          required
          spellCheck={false}
          {...domainField}
          onBlur={(event: React.FocusEvent<HTMLInputElement>) => {
            form.setFieldValue('domain_url', withHttps(event.currentTarget.value));
            form.validateField('domain_url');
          }}
        />
        {tenant.domain_proof && (
          <DomainProof api={api} tenantId={tenant.id} proof={tenant.domain_proof} onShown={onSaved} />
        )}
        {tenant.verified_host !== null && (
          <Text size="sm" c="dimmed" mt={4}>
            {tenant.verified_host} leads here.
          </Text>
        )}
      </div>
      <NativeSelect
        label="Mode switchboard"
        description="Whether people of the school choose between modes."
        required
        data={[
          { value: 'true', label: 'On' },
          { value: 'false', label: 'Off' },
        ]}
        {...form.getInputProps('switchboard')}
      />
      <div ref={brand}>
        <LogoField
          present={tenant.logo}
          value={logo}
          error={form.errors['logo']}
          onChange={(choice, problem) => {
            setLogo(choice);
            if (problem === null) form.clearFieldError('logo');
            else form.setFieldError('logo', problem);
          }}
        />
      </div>
      <fieldset className={styles.group}>
        <legend>Colours</legend>
        <BrandColors
          values={form.values}
          errors={form.errors}
          isRequired={(field) => field === 'primary_color'}
          onChange={setColors}
          onBlur={(field) => form.validateField(field)}
        />
        {logo instanceof File && (
          <Button variant="default" mt="sm" onClick={() => void takeColorOf(logo)}>
            Take the colour of the logo
          </Button>
        )}
      </fieldset>
      <Group>
        <Button type="submit" loading={form.submitting} disabled={!isDirty}>
          Save
        </Button>
      </Group>
    </form>
  );
}
