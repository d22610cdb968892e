import { ActionIcon, Alert, Button, FileButton, Group, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useCallback, useRef } from 'react';
import { offerLimits } from '#contract/offers/offers.schema.ts';
import type { OfferedPage } from '#src/sync/offered-book.ts';
import styles from './offers.module.css';
import type { useOfferPages } from './use-offer-pages.ts';

interface PageRowProps {
  page: OfferedPage;
  /** From 1. */
  number: number;
  isLast: boolean;
  onDescribe: (alt: string) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** The picture of a page, which has an address for as long as it stands there. */
function PagePicture({ page: { bytes, media_type, alt } }: { page: OfferedPage }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      const address = URL.createObjectURL(new Blob([bytes], { type: media_type }));
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [bytes, media_type],
  );
  return <img ref={show} alt={alt} />;
}

function PageRow({ page, number, isLast, onDescribe, onMove, onRemove }: PageRowProps) {
  return (
    <li className={styles.page} aria-label={`Page ${number}`}>
      <PagePicture page={page} />
      <div className={styles.words}>
        <TextInput
          label={`What does page ${number} show?`}
          description="For those who cannot see it. You may leave it empty."
          dir="auto"
          maxLength={offerLimits.alt}
          value={page.alt}
          onChange={({ currentTarget }) => onDescribe(currentTarget.value)}
        />
        <Group gap="xs">
          <ActionIcon
            variant="default"
            size={44}
            aria-label={`Move page ${number} up`}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          >
            <IconArrowUp size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={`Move page ${number} down`}
            disabled={isLast}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" size={44} aria-label={`Take page ${number} out`} onClick={onRemove}>
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </Group>
      </div>
    </li>
  );
}

type Pages = ReturnType<typeof useOfferPages>;

interface OfferPagesProps {
  own: Pages;
  /** True while nothing may be changed, because it is on its way. */
  isFixed: boolean;
  error: string | undefined;
}

/** The pages of the book, each with what it shows; and where more come from. */
export function OfferPages({ own, isFixed, error }: OfferPagesProps) {
  const { pages, adding, refused, add, move, remove, describe } = own;
  const reset = useRef<() => void>(null);
  const all = pages ?? [];
  const room = offerLimits.pages - all.length;
  return (
    <>
      <Text>
        Choose a PDF or pictures. Each page of a PDF, and each picture, becomes a page: {offerLimits.pages} at
        most.
      </Text>
      <Group>
        <FileButton
          multiple
          accept="image/*,application/pdf,.pdf"
          resetRef={reset}
          onChange={(files) => {
            // The same files can then be chosen again.
            reset.current?.();
            if (files.length > 0) add(files);
          }}
          inputProps={{ 'aria-label': 'Pictures or a PDF' }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="md"
              mih={48}
              disabled={isFixed || adding !== null || room <= 0}
            >
              Choose pictures or a PDF
            </Button>
          )}
        </FileButton>
      </Group>
      {adding && (
        <div role="status">
          <Text>
            {adding.all === 0 ? 'Your files are being opened …' : `${adding.done} of ${adding.all} pages`}
          </Text>
          <progress
            className={styles.progress}
            aria-label="Pages that are in"
            {...(adding.all > 0 && { value: adding.done, max: adding.all })}
          />
        </div>
      )}
      {refused.length > 0 && (
        <Alert color="orange" role="alert" title="Not everything could be added">
          <ul>
            {refused.slice(0, 10).map(({ name, why }) => (
              <li key={`${name} ${why}`} dir="auto">
                <strong>{name}</strong>: {why}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {error !== undefined && (
        <Text role="alert" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
      {all.length > 0 && (
        <ol className={styles.pages} aria-label="Pages">
          {all.map((page, place) => (
            <PageRow
              key={page.sha256}
              page={page}
              number={place + 1}
              isLast={place === all.length - 1}
              onDescribe={(alt) => describe(page.sha256, alt)}
              onMove={(by) => move(place, by)}
              onRemove={() => remove(page.sha256)}
            />
          ))}
        </ol>
      )}
    </>
  );
}
