import { Anchor, Text } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { listedState } from '#contract/catalogue/catalogue.rules.ts';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { counted } from '#src/lib/counted.ts';
import { useChildPage } from '#src/session/use-child-page.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { kindNames, stateNames, visibilityNames } from './catalogue.words.ts';
import styles from './catalogue.module.css';

/** The title, and under it how long it is and where it stands. */
function TitleCell({ work, shelves }: { work: CatalogueWork; shelves: readonly string[] }) {
  const { kind, parts, is_featured } = work;
  return (
    <span className={styles.twoLines}>
      <Link to={paths.work({ id: work.slug })} className={styles.title} title={titleOf(work)}>
        <bdi>{titleOf(work)}</bdi>
      </Link>
      <Text span size="sm" c="dimmed" fw={400} className={styles.facts}>
        <span>
          {counted(parts, ...kindNames[kind].parts)}
          {shelves.map((name) => (
            <Fragment key={name}>
              {' · '}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
        </span>
        {is_featured && (
          <span className={styles.first}>
            <IconStarFilled size={14} aria-hidden /> Shown first
          </span>
        )}
      </Text>
    </span>
  );
}

/** Who it is by: the person, and under it the name that everybody is told where that is another. */
function AuthorCell({ work }: { work: CatalogueWork }) {
  const childPage = useChildPage();
  const { author, byline, school_class } = work;
  if (!author)
    return (
      <Text span c="dimmed">
        <bdi>{byline === '' ? 'Nobody here' : byline}</bdi>
      </Text>
    );
  return (
    <span className={styles.twoLines}>
      {/* Works of the staff stand in no class. */}
      {school_class === null ? (
        <bdi>{`${author.first_name} ${author.last_name}`.trim()}</bdi>
      ) : (
        <Anchor component={Link} to={childPage(author, school_class.id)}>
          <bdi>{`${author.first_name} ${author.last_name}`.trim()}</bdi>
        </Anchor>
      )}
      {byline !== author.first_name && (
        <Text span size="sm" c="dimmed">
          as <bdi>{byline}</bdi>
        </Text>
      )}
    </span>
  );
}

/** Who may see it, and under it what its author wishes where that is more. */
function VisibilityCell({ audience, visibility }: Pick<CatalogueWork, 'audience' | 'visibility'>) {
  return (
    <span className={styles.twoLines}>
      <span>{visibilityNames[audience]}</span>
      {audience !== visibility && (
        <Text span size="sm" c="dimmed">
          Wished: {visibilityNames[visibility]}
        </Text>
      )}
    </span>
  );
}

function none(text: string) {
  return (
    <Text span c="dimmed">
      {text}
    </Text>
  );
}

/** The server sorts; what a column says here is only that one can sort by it. */
export function catalogueColumns(shelfName: (id: string) => string): readonly Column<CatalogueWork>[] {
  return [
    {
      key: 'title',
      header: 'Title',
      heading: true,
      cell: (work) => (
        <TitleCell work={work} shelves={work.categories.map(shelfName).filter((name) => name !== '')} />
      ),
      sortBy: ({ title }) => title,
    },
    {
      key: 'author',
      header: 'Author',
      cell: (work) => <AuthorCell work={work} />,
      sortBy: ({ byline }) => byline,
      width: '136px',
    },
    {
      key: 'school_class',
      header: 'Class',
      cell: ({ school_class }) => (school_class ? <bdi>{school_class.name}</bdi> : none('No class')),
      sortBy: ({ school_class }) => school_class?.name ?? null,
      width: '96px',
      hideUnder: 900,
    },
    {
      key: 'state',
      header: 'State',
      cell: (work) => stateNames[listedState(work)],
      sortBy: ({ state }) => state,
      width: '136px',
    },
    {
      key: 'visibility',
      header: 'Visibility',
      cell: (work) => <VisibilityCell {...work} />,
      width: '128px',
      hideUnder: 768,
    },
    {
      key: 'updated_at',
      header: 'Changed',
      orderName: 'last change',
      cell: ({ updated_at }) => <Day at={updated_at} />,
      sortBy: ({ updated_at }) => updated_at,
      width: '104px',
      hideUnder: 900,
    },
  ];
}
