import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import type { TenantDetails } from '#contract/tenants/tenant-details.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useIsAway } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { notify } from '#src/ui/notify.tsx';
import { RegistrationForm } from './registration.form.tsx';

interface NewTenantFormProps {
  onMade: (tenant: TenantDetails) => void;
  api?: ApiClient;
}

/** The platform makes a school or organization for somebody, who then chooses a password. */
export function NewTenantForm({ onMade, api = apiClient }: NewTenantFormProps) {
  return (
    <>
      <NeedsNetwork isAway={useIsAway()} />
      <RegistrationForm
        api={api}
        draft={{ name: 'new tenant' }}
        asksForKind
        email=""
        emailHint="The person who runs it signs in with it, and gets a link there with which to choose a password."
        submitLabel="Add"
        onSubmit={async (body) => {
          const made = await api.call(registrationEndpoints.create, { body });
          notify.success('User added successfully!', `${made.school_name} has a place of its own.`);
          onMade(made);
        }}
      />
    </>
  );
}
