import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { uuidv7 } from 'uuidv7';
import { resourceOfferEndpoints } from '#contract/resources/resource-offers.endpoints.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import type { Resource } from '#contract/resources/resources.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useUser } from '#src/session/use-session.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { notify } from '#src/ui/notify.tsx';
import { NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { ResourceForm, type FilledResource } from './resource.form.tsx';

interface ResourceFormScreenProps {
  /** Undefined: something new. */
  resourceId: string | undefined;
  listHref: string;
  breadcrumb: ReactNode;
  api?: ApiClient;
}

type FormProps = Required<Pick<ResourceFormScreenProps, 'listHref' | 'api'>> & { resource: Resource | null };

function SavingForm({ resource, listHref, api }: FormProps) {
  const navigate = useNavigate();
  const isOffered = useUser()?.champion !== undefined;
  // The same however often it is sent: what arrived without an answer is not shared twice.
  const [newId] = useState(() => uuidv7());

  async function save({ file, ...fields }: FilledResource): Promise<void> {
    await api.call(resourceEndpoints.save, {
      params: { resourceId: resource?.id ?? newId },
      body: { ...fields, ...(file !== null && { file }) },
    });
    const title = fields.title.trim();
    if (isOffered) notify.success(`${title} is sent. We read it first`);
    else notify.success(resource ? 'Changed' : `${title} is shared`);
    await navigate(listHref);
  }

  return <ResourceForm resource={resource} onSave={save} cancelHref={listHref} api={api} />;
}

function EditResource({
  resourceId,
  listHref,
  breadcrumb,
  api,
}: Required<ResourceFormScreenProps> & { resourceId: string }) {
  const isOffered = useUser()?.champion !== undefined;
  const load = useCallback(
    async (signal: AbortSignal): Promise<Resource | 'not_found'> => {
      try {
        const endpoint = isOffered ? resourceOfferEndpoints.readOwn : resourceEndpoints.read;
        return await api.call(endpoint, { params: { resourceId } }, { signal });
      } catch (error) {
        // One that is not there, and what is no id at all.
        if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return 'not_found';
        throw error;
      }
    },
    [api, resourceId, isOffered],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const mayChange = value !== null && value !== 'not_found' && value.may_change;
  return (
    <Screen title="Edit what you share" breadcrumb={breadcrumb}>
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="This could not be fetched"
          unreachable={`It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : value === null ? (
        <>
          <VisuallyHidden role="status">Loading</VisuallyHidden>
          <Skeleton height={64} maw={640} />
        </>
      ) : mayChange ? (
        <SavingForm resource={value} listHref={listHref} api={api} />
      ) : (
        <EmptyState
          role="alert"
          picture={<NothingFoundIllustration />}
          title={value === 'not_found' ? 'There is no such resource' : 'This is a colleague’s'}
          text={
            value === 'not_found'
              ? 'It may have been removed.'
              : 'They can change it, or an administrator of your school.'
          }
          action={
            <Button component={Link} to={listHref}>
              See all resources
            </Button>
          }
        />
      )}
    </Screen>
  );
}

/** Without an id something new is shared, with one it is changed. */
export function ResourceFormScreen({ resourceId, api = apiClient, ...places }: ResourceFormScreenProps) {
  if (resourceId !== undefined) return <EditResource resourceId={resourceId} api={api} {...places} />;
  return (
    <Screen title="Share something" breadcrumb={places.breadcrumb}>
      <SavingForm resource={null} listHref={places.listHref} api={api} />
    </Screen>
  );
}
