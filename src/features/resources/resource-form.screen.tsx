import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { uuidv7 } from 'uuidv7';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { paths } from '#contract/kit/paths.ts';
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
import { useGoBack } from '#src/ui/way-back.ts';
import { ResourceForm, type FilledResource } from './resource.form.tsx';

interface ResourceFormScreenProps {
  /** Undefined: something new. */
  resourceId: string | undefined;
  breadcrumb: ReactNode;
  api?: ApiClient;
}

/** Whether the platform reads first what is sent, and the list that it is in. */
function useOwnList(): { isOffered: boolean; list: string } {
  const isOffered = useUser()?.champion !== undefined;
  return { isOffered, list: isOffered ? panelPaths.championResources() : paths.resources() };
}

interface SavingFormProps {
  /** Null for something new. */
  resource: Resource | null;
  readNow: () => Promise<Resource | null>;
  api: ApiClient;
}

function SavingForm({ resource, readNow, api }: SavingFormProps) {
  const goBack = useGoBack();
  const { isOffered, list } = useOwnList();
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
    await goBack(list);
  }

  return <ResourceForm resource={resource} readNow={readNow} onSave={save} cancelTo={list} api={api} />;
}

function EditResource({
  resourceId,
  breadcrumb,
  api,
}: Required<ResourceFormScreenProps> & { resourceId: string }) {
  const { isOffered, list } = useOwnList();
  const read = useCallback(
    async (signal?: AbortSignal): Promise<Resource> => {
      const endpoint = isOffered ? resourceOfferEndpoints.readOwn : resourceEndpoints.read;
      return await api.call(endpoint, { params: { resourceId } }, signal && { signal });
    },
    [api, resourceId, isOffered],
  );
  const load = useCallback(
    async (signal: AbortSignal): Promise<Resource | 'not_found'> => {
      try {
        return await read(signal);
      } catch (error) {
        // One that is not there, and what is no id at all.
        if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return 'not_found';
        throw error;
      }
    },
    [read],
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
        <SavingForm resource={value} readNow={() => read()} api={api} />
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
            <Button component={Link} to={list}>
              See all resources
            </Button>
          }
        />
      )}
    </Screen>
  );
}

const nothingYet = () => Promise.resolve(null);

/** Without an id something new is shared, with one it is changed. */
export function ResourceFormScreen({ resourceId, api = apiClient, breadcrumb }: ResourceFormScreenProps) {
  if (resourceId !== undefined)
    return <EditResource resourceId={resourceId} api={api} breadcrumb={breadcrumb} />;
  return (
    <Screen title="Share something" breadcrumb={breadcrumb}>
      <SavingForm resource={null} readNow={nothingYet} api={api} />
    </Screen>
  );
}
