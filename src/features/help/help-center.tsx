import { Button, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Faq, HelpRole } from '#contract/help/help.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { apiClient } from '#src/session/api.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Ear } from '#src/ui/ear.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NothingFoundIllustration, SpilledInkIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { ArticleBody, wordsOf } from './article-body.tsx';
import styles from './help-center.module.css';
import { installArticle } from './install/install-article.ts';
import { InstallHelp } from './install/install-help.tsx';
import { helpRoleName, indexOf, rolesOf, sectionsOf } from './help.rules.ts';
import { useArticles } from './use-articles.ts';

/** Milliseconds of quiet before the search runs: all is on the device. */
const quiet = 100;

interface HelpCenterProps {
  /** The article that is read; null where none was chosen. */
  id: string | null;
  onArticle: (id: string | null) => void;
  search: string;
  onSearch: (text: string) => void;
  /** The person follows a link to another page. */
  onLeave?: () => void;
  /** What stands above the topics as long as nothing is searched for. */
  above?: ReactNode;
  api?: ApiClient;
}

interface ChipsProps {
  roles: readonly HelpRole[];
  chosen: HelpRole | null;
  onChoose: (role: HelpRole | null) => void;
}

function RoleChips({ roles, chosen, onChoose }: ChipsProps) {
  // One chip alone is nothing to choose from.
  if (roles.length < 2) return null;
  return (
    <div role="group" aria-label="Help for" className={styles.chips} data-sideways>
      {[null, ...roles].map((role) => (
        <UnstyledButton
          key={role ?? 'all'}
          className={styles.chip}
          aria-pressed={role === chosen}
          onClick={() => onChoose(role)}
        >
          {role === null ? 'All' : helpRoleName(role)}
        </UnstyledButton>
      ))}
    </div>
  );
}

/** Up and down lead from one entry to the next, Home and End to the first and the last. */
function moveInMenu(event: KeyboardEvent<HTMLButtonElement>): void {
  const entries = Array.from(event.currentTarget.closest('nav')?.querySelectorAll('button') ?? []);
  const place = entries.indexOf(event.currentTarget);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(place + 1, entries.length - 1),
    ArrowUp: Math.max(place - 1, 0),
    Home: 0,
    End: entries.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  entries[target]?.focus();
}

interface MenuProps {
  above: ReactNode;
  articles: readonly Faq[];
  shown: Faq | undefined;
  onArticle: (id: string) => void;
}

function Menu({ above, articles, shown, onArticle }: MenuProps) {
  // One entry is reached by Tab, the others from there by the arrows.
  const first = articles.find(({ id }) => id === shown?.id) ?? articles[0];
  return (
    <div className={styles.menu}>
      {above}
      <nav aria-label="Help topics">
        {sectionsOf(articles).map(({ name, articles: within }) => (
          <section key={name} aria-label={name}>
            <h2 className={styles.section}>{name}</h2>
            <ul>
              {within.map(({ id, title }) => (
                <li key={id}>
                  <UnstyledButton
                    className={styles.entry}
                    data-article={id}
                    tabIndex={id === first?.id ? 0 : -1}
                    aria-current={id === shown?.id}
                    onClick={() => onArticle(id)}
                    onKeyDown={moveInMenu}
                  >
                    {title}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}

function Nothing() {
  return <EmptyState picture={<NothingFoundIllustration />} title="No Content Available" />;
}

/** What stands above the heading, on a phone the way back, is to be in sight. In a drawer it is the article that scrolls. */
function showFromTheTop(article: HTMLElement): void {
  article.scrollTop = 0;
  if (article.getBoundingClientRect().top < 0) article.scrollIntoView();
}

/** Reads an article out. Its words are made when another one is shown, and not with each letter of a search. */
const ArticleEar = memo(({ title, body }: Pick<Faq, 'title' | 'body'>) => (
  <Ear words={`${title}. ${wordsOf(body)}`} label="Hear it" />
));

/** Articles by section, with a search and a chip for each role; on a phone first the list, then the article. */
export function HelpCenter({
  id,
  onArticle,
  search,
  onSearch,
  onLeave = () => undefined,
  above,
  api = apiClient,
}: HelpCenterProps) {
  const { status, articles, reload } = useArticles(api);
  const user = useUser();
  // Who has not signed in may be a child, too.
  const hasEar = user === null || user.role === 'student';
  const [role, setRole] = useState<HelpRole | null>(null);
  const index = useMemo(() => indexOf(articles), [articles]);
  const found = index.find(search).filter((article) => role === null || article.role === role);
  const chosen = articles.find((article) => article.id === id);
  const shown = chosen ?? found[0];
  const container = useRef<HTMLDivElement>(null);
  const article = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const left = useRef<string | null>(null);

  // The keyboard and the screen reader go along to the article, and back to where it was chosen.
  const chosenId = chosen?.id ?? null;
  useEffect(() => {
    if (chosenId !== null) {
      heading.current?.focus({ preventScroll: true });
      if (article.current) showFromTheTop(article.current);
    } else if (left.current !== null)
      container.current?.querySelector<HTMLElement>(`[data-article="${left.current}"]`)?.focus();
    left.current = null;
  }, [chosenId]);

  function goBack() {
    left.current = chosenId;
    onArticle(null);
  }

  // A key of its own, or the articles would fill the same element, which the browser takes for one that moves.
  if (status === 'loading')
    return <div key="waiting" className={styles.waiting} role="status" aria-label="Loading" />;
  if (status === 'failed') {
    return (
      <EmptyState
        role="alert"
        picture={<SpilledInkIllustration />}
        title="Failed to load help content. Please try again later."
        action={<Button onClick={reload}>Try again</Button>}
      />
    );
  }
  if (articles.length === 0) return <Nothing />;
  return (
    <div ref={container} className={styles.center} data-reading={chosen !== undefined}>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField
            label="Search help"
            value={search}
            quiet={quiet}
            onSearch={(text) => {
              onArticle(null);
              onSearch(text);
            }}
          />
          {hasEar && <Ear words="What do you want to know? Tap it. Then tap the ear to hear about it." />}
        </div>
        <RoleChips
          roles={rolesOf(articles)}
          chosen={role}
          onChoose={(next) => {
            onArticle(null);
            setRole(next);
          }}
        />
        <VisuallyHidden role="status">{counted(found.length, 'article')}</VisuallyHidden>
      </div>
      {found.length === 0 && !chosen ? (
        <Nothing />
      ) : (
        <div className={styles.panes}>
          <Menu
            above={search === '' && role === null && above}
            articles={found}
            shown={shown}
            onArticle={onArticle}
          />
          {shown && (
            <article ref={article} className={styles.article}>
              <Button
                variant="subtle"
                color="primary"
                className={styles.back}
                leftSection={<IconChevronLeft size={20} aria-hidden />}
                onClick={goBack}
              >
                All topics
              </Button>
              <p className={styles.place}>
                {shown.section} · {helpRoleName(shown.role)}
              </p>
              <div className={styles.heading}>
                <Title
                  order={2}
                  ref={heading}
                  tabIndex={-1}
                  className={styles.title}
                  data-autofocus={chosen !== undefined || undefined}
                >
                  {shown.title}
                </Title>
                {hasEar && <ArticleEar key={shown.id} title={shown.title} body={shown.body} />}
              </div>
              {shown.id === installArticle && <InstallHelp />}
              <div className={styles.text}>
                <ArticleBody html={shown.body} onArticle={onArticle} onLeave={onLeave} />
              </div>
            </article>
          )}
        </div>
      )}
    </div>
  );
}
