import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { isChecked, missingOf } from '#contract/causes/causes.rules.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { useGoBack } from '#src/ui/way-back.ts';
import { CauseForm } from './cause.form.tsx';
import { ManagedCauseMissing } from './managed-cause-missing.tsx';
import { causePlaces } from './cause-places.ts';
import { useManagedCause } from './use-managed-cause.ts';

interface Places {
  isPlatform: boolean;
  breadcrumb: ReactNode;
}

interface CauseFormScreenProps extends Places {
  /** Undefined: a new one. */
  causeId: string | undefined;
  api?: ApiClient;
}

const saySaved = () => notify.success('The cause is saved');

function EditCause({ causeId, isPlatform, breadcrumb, api }: Places & { causeId: string; api: ApiClient }) {
  const answer = useManagedCause(api, causeId);
  const goBack = useGoBack();
  const [address] = useAddress();
  const { value } = answer;
  return (
    <Screen title="Edit cause" breadcrumb={breadcrumb}>
      {value ? (
        <CauseForm
          key={value.id}
          cause={value}
          missing={address.get('show') === 'missing' ? missingOf(value) : {}}
          isChecked={!isPlatform && isChecked(value)}
          api={api}
          cancelTo={causePlaces(isPlatform).view(value.id)}
          onSaved={({ id }) => {
            saySaved();
            void goBack(causePlaces(isPlatform).view(id));
          }}
        />
      ) : (
        <ManagedCauseMissing answer={answer} isPlatform={isPlatform} />
      )}
    </Screen>
  );
}

/** `addcharities/{charityId?}` and `charity/{charityId?}`: a new cause, or what one says of itself. */
export function CauseFormScreen({ causeId, api = apiClient, ...places }: CauseFormScreenProps) {
  const navigate = useNavigate();
  if (causeId !== undefined) return <EditCause key={causeId} causeId={causeId} api={api} {...places} />;
  return (
    <Screen
      title="Add a cause"
      description="It is a draft first. You hand it in when it is complete."
      breadcrumb={places.breadcrumb}
    >
      <CauseForm
        cause={null}
        isChecked={false}
        api={api}
        cancelTo={causePlaces(places.isPlatform).list}
        onSaved={({ id }) => {
          saySaved();
          // It is handed in there, once it is complete.
          void navigate(causePlaces(places.isPlatform).view(id));
        }}
      />
    </Screen>
  );
}
