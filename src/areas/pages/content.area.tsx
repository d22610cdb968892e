import '#src/ui/classroom-styles.ts';
import { Suspense, useEffect, type ComponentProps, type ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { runsClasses } from '#contract/kit/roles.ts';
import type { ContentKind } from '#contract/content/content.rules.ts';
import { ContentListScreen } from '#src/features/content/content-list.screen.tsx';
import { ContentScreen, WaitingPage } from '#src/features/content/content.screen.tsx';
import { MorePages } from '#src/features/content/more-pages.tsx';
import { askToKeep } from '#src/session/keep-part.ts';
import { useUser } from '#src/session/use-session.ts';
import { BackLink } from '#src/ui/back-link.tsx';
import { useContentSlots } from './content-slots.tsx';
import { lazyPage } from '#src/session/late-code.ts';

const OpenShelves = lazyPage(
  async () => (await import('#src/features/shelves/open-shelves.tsx')).OpenShelves,
);

const ClassProgress = lazyPage(
  async () => (await import('../office/course-classes.page.tsx')).ClassProgressPage,
);
const DearWorldBook = lazyPage(
  async () => (await import('#src/features/dear-world/dear-world-book.tsx')).DearWorldBook,
);

const ReadAloud = lazyPage(async () => (await import('#src/features/reading/read-aloud.tsx')).ReadAloud);

const readAloud: ComponentProps<typeof DearWorldBook>['readAloud'] = (words, language, onEnd) => (
  <Suspense fallback={null}>
    <ReadAloud words={words} language={language} onWord={() => undefined} onEnd={onEnd} />
  </Suspense>
);

/** What stands below the words of a page and above the ways to others. */
const below: Readonly<Record<string, ReactNode>> = {
  libraries: <OpenShelves />,
  'dear-world-book': <DearWorldBook readAloud={readAloud} />,
};

interface List {
  kind: ContentKind;
  label: string;
  filters: boolean;
  empty: string;
}

/** Lists of pages, by the first part of their addresses. */
const lists: Readonly<Record<string, List>> = {
  courses: { kind: 'course', label: 'Courses', filters: true, empty: 'The first course is being written.' },
  hubs: { kind: 'hub', label: 'Hubs', filters: true, empty: 'The first hub is being put together.' },
  challenges: { kind: 'challenge', label: 'Challenges', filters: true, empty: 'The first one comes soon.' },
  live: { kind: 'event', label: 'Live', filters: false, empty: 'The next date shows up here.' },
  sdgs: { kind: 'goal', label: 'The seventeen goals', filters: false, empty: 'The goals show up here.' },
  'impact-films': { kind: 'film', label: 'Films', filters: true, empty: 'The first film is being drawn.' },
};

const legal: ReadonlySet<string> = new Set(['terms-of-use', 'refund-policy', 'privacy-policy']);

/** Public pages: lists, and what stands in them. */
export function ContentArea({ notFound }: { notFound: ReactNode }) {
  const { pathname } = useLocation();
  const { slug, chapterSlug } = useParams();
  const [address] = useSearchParams();
  const user = useUser();
  const slots = useContentSlots();
  useEffect(() => void askToKeep('pages'), []);
  const [folder = ''] = pathname.split('/').filter((part) => part !== '');
  const list = lists[folder];
  const page = { slots, notFound, foot: <MorePages /> };
  if (list === undefined)
    return (
      <ContentScreen
        key={folder}
        kind={legal.has(folder) ? 'legal' : 'page'}
        slug={folder}
        {...page}
        {...(below[folder] && {
          foot: (
            <>
              <Suspense fallback={<Skeleton height={240} />}>{below[folder]}</Suspense>
              <MorePages />
            </>
          ),
        })}
      />
    );
  if (slug === undefined)
    return <ContentListScreen key={folder} slug={folder} {...list} slots={slots} foot={page.foot} />;
  if (chapterSlug !== undefined)
    return (
      <ContentScreen
        key={chapterSlug}
        kind="lesson"
        slug={chapterSlug}
        breadcrumb={<BackLink to={`/${folder}/${slug}`}>The course</BackLink>}
        {...page}
      />
    );
  const classId = user !== null && runsClasses(user.role) ? address.get('class') : null;
  return (
    <ContentScreen
      key={slug}
      kind={list.kind}
      slug={slug}
      breadcrumb={<BackLink to={`/${folder}`}>{list.label}</BackLink>}
      instead={
        (list.kind === 'course' || list.kind === 'challenge') && classId !== null
          ? (course) => (
              <Suspense fallback={<WaitingPage />}>
                <ClassProgress course={course} classId={classId} />
              </Suspense>
            )
          : null
      }
      {...page}
      // A work of this challenge is begun at its top.
      {...(list.kind === 'challenge' && { slots: { ...slots, startAt: () => null } })}
    />
  );
}
