import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import { calendarOf } from '#contract/content/calendar.rules.ts';
import type { ContentHead } from '#contract/content/content.schema.ts';
import { joinTimeOf } from '#contract/content/joining.rules.ts';
import {
  beginningInWords,
  calledOffInWords,
  dayInWords,
  minutesInWords,
  onlineInWords,
} from '#contract/content/outline.rules.ts';
import { saveFile } from '#src/ui/save-file.ts';
import styles from './content.module.css';

type HeadOf<Kind extends ContentHead['kind']> = Extract<ContentHead, { kind: Kind }>;

/** Made on the device, because somebody may be without a network; the server has the same file at `/live/….ics`. */
function AddToCalendar({ page }: { page: ContentPage }) {
  const [now] = useState(() => new Date());
  const file = calendarOf(page, { origin: window.location.origin, now });
  if (file === null) return null;
  const save = () =>
    saveFile(new Blob([file], { type: 'text/calendar;charset=utf-8' }), `${page.card.slug}.ics`);
  return (
    <Button variant="default" leftSection={<IconCalendarPlus size={20} aria-hidden />} onClick={save}>
      Put it into my calendar
    </Button>
  );
}

/** A day, or a moment on the clocks of the reader and of the host, and how it is joined. */
function Moment({ head }: { head: HeadOf<'event'> }) {
  const { day, starts_at, time_zone } = head;
  if (day !== undefined) return <p className={styles.note}>{dayInWords(day)}</p>;
  if (starts_at === undefined) return null;
  const here = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
  return (
    <>
      <p className={styles.note}>
        {here.format(new Date(starts_at))} your time ({beginningInWords(starts_at, time_zone)})
      </p>
      {joinTimeOf(head) && <p className={styles.note}>{onlineInWords}</p>}
    </>
  );
}

/** What the head of a page says above its blocks, by kind. */
export function PageHead({ page }: { page: ContentPage }) {
  const { head } = page;
  switch (head.kind) {
    case 'legal':
      return (
        <p className={styles.note}>
          In force from {dayInWords(head.in_force_from)}. {head.what_changed}
        </p>
      );
    case 'course':
      return <p className={styles.note}>{minutesInWords(head.minutes)}</p>;
    case 'lesson':
      return (
        <>
          <p className={styles.aim}>
            <strong>{head.aim}</strong>
          </p>
          <ul className={styles.wordList} aria-label="Words of this lesson">
            {head.words.map(({ word, means }) => (
              <li key={word}>
                <strong>{word}</strong>: {means}
              </li>
            ))}
          </ul>
        </>
      );
    case 'hub':
      return <p className={styles.note}>Chosen by {head.curator}</p>;
    case 'challenge':
      return (
        <p className={styles.note}>
          {head.opens === undefined || head.closes === undefined
            ? 'Open all year'
            : `Open from ${dayInWords(head.opens)} to ${dayInWords(head.closes)}`}
        </p>
      );
    case 'event':
      return (
        <div className={styles.when}>
          {head.called_off && (
            <p>
              <strong>{calledOffInWords}</strong>
            </p>
          )}
          <Moment head={head} />
          <AddToCalendar page={page} />
        </div>
      );
    case 'goal':
      return <p className={styles.note}>Goal {head.number}</p>;
    case 'page':
    case 'film':
      return null;
  }
}
