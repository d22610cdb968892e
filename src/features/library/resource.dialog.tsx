import '@mantine/core/styles/Stack.layer.css';
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { fileWords, licenceWords, resourceFilePath } from '#contract/resources/resources.rules.ts';
import type { Resource } from '#contract/resources/resources.schema.ts';
import { levelWords, slugOf } from '#contract/works/works.rules.ts';
import { sayBytes } from '#src/lib/bytes.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useFetchedPicture } from '#src/session/use-fetched-picture.ts';
import { ApiProblem, type ApiClient, type PictureClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { useWayHere } from '#src/ui/way-back.ts';
import styles from '#src/document/works.module.css';

/** Milliseconds. A file of ten megabytes over a school's network takes its time. */
const patience = 120_000;

interface FileProps {
  resource: Resource;
  file: NonNullable<Resource['file']>;
  files: PictureClient;
}

/** The way to keep the file; as whoever is signed in, so that it comes by a token where it needs one. */
function Download({ resource, file, files }: FileProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { label, extension } = fileWords[file.media_type];

  async function download(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const content = await files.picture(
        resourceFilePath(resource),
        AbortSignal.timeout(patience),
        patience,
      );
      saveFile(content, `${slugOf(resource.title, 'resource')}.${extension}`);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {failure && <FailureNote failure={failure} />}
      <Button size="lg" loading={isBusy} onClick={() => void download()}>
        Download ({label}, {sayBytes(file.bytes)})
      </Button>
    </>
  );
}

/** A picture is shown as well; what it shows is said by the title and the description. */
function Preview({ resource, file, files }: FileProps) {
  const isPicture = file.media_type !== 'application/pdf';
  // Where it is missing, the button below says why.
  const { src } = useFetchedPicture(files, isPicture ? resourceFilePath(resource) : null, patience);
  return src === null ? null : <img src={src} alt="" className={styles.resourcePicture} />;
}

function Details({ resource, files }: Omit<FileProps, 'file'>) {
  const { description, text, level, categories, licence, credit, by, file, may_change, id } = resource;
  const here = useWayHere('Library');
  const facts = [
    ...(by === null ? [] : [['Shared by', by] as const]),
    ...(level === null ? [] : [['Level', levelWords[level].label] as const]),
    ...(categories.length === 0 ? [] : [['Shelves', categories.map(({ name }) => name).join(', ')] as const]),
    ...(credit === '' ? [] : [['Credit', credit] as const]),
    ...(licence === 'own' ? [] : [['Terms', licenceWords[licence]] as const]),
  ];
  return (
    <Stack gap="md">
      {description !== '' && (
        <Text dir="auto" className={styles.lines}>
          {description}
        </Text>
      )}
      {file && <Preview key={file.sha256} resource={resource} file={file} files={files} />}
      {text !== '' && (
        <Text dir="auto" className={styles.lines}>
          {text}
        </Text>
      )}
      <dl className={styles.resourceFacts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {file && <Download resource={resource} file={file} files={files} />}
      {may_change && (
        <Anchor component={Link} to={paths.resources({ id })} state={here}>
          Change it
        </Anchor>
      )}
    </Stack>
  );
}

interface ResourceDialogProps {
  id: string;
  onClose: () => void;
  api: ApiClient;
  files?: PictureClient;
}

/** One of what the staff share: what it is, whose it is, and the file of it. */
export function ResourceDialog({ id, onClose, api, files = apiClient }: ResourceDialogProps) {
  const load = useCallback(
    async (signal: AbortSignal): Promise<Resource | 'not_found'> => {
      try {
        return await api.call(resourceEndpoints.read, { params: { resourceId: id } }, { signal });
      } catch (error) {
        // One that is not there, or not for whoever looks; and what is no id at all.
        if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return 'not_found';
        throw error;
      }
    },
    [api, id],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const found = value === null || value === 'not_found' ? null : value;
  return (
    <Dialog
      opened
      size={640}
      fillsPhone
      title={found?.title ?? (value === 'not_found' ? 'This is not here' : 'One moment')}
      onClose={onClose}
    >
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="This could not be fetched"
          unreachable={`It is kept at your school. It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : value === 'not_found' ? (
        <Text>It was removed, or it is not for everybody. Perhaps you have to sign in first.</Text>
      ) : found ? (
        <Details resource={found} files={files} />
      ) : (
        <Skeleton height={120} role="status" aria-label="Loading" />
      )}
    </Dialog>
  );
}
