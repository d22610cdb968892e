import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconChevronDown, IconChevronsLeft, IconChevronsRight, type TablerIcon } from '@tabler/icons-react';
import { use, useId, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Role } from '#contract/kit/roles.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { useUser } from '#src/session/use-session.ts';
import { PageBoundary } from '#src/ui/page-boundary.ts';
import styles from './area-frame.module.css';

/** How much waits behind an entry, and what it does: "3", "waiting". */
export interface MenuBadge {
  count: string;
  says: string;
  isUrgent: boolean;
}

export interface MenuEntry {
  label: string;
  to: string;
  icon: TablerIcon;
  /** Further addresses that belong to the entry. */
  within: readonly string[];
  /** Null: nothing waits there. */
  badge?: MenuBadge | null;
  /** Who finds it in the menu; left out: all who may enter the area. */
  roles?: readonly Role[];
}

/** Entries under a name of their own, inside of a list. */
export interface MenuGroup {
  group: string;
  entries: readonly MenuEntry[];
}

interface AreaFrameProps {
  /** Name of the menu, for screen readers and for the button that opens it on a phone. */
  label: string;
  menu: readonly (MenuEntry | MenuGroup)[];
  /** What is about money; it stands under a heading of its own. */
  money?: readonly MenuEntry[];
  /** What is set once and seldom looked at; it stands under a heading of its own. */
  settings?: readonly (MenuEntry | MenuGroup)[];
  /** Above each page of the area. */
  notice?: ReactNode;
  children: ReactNode;
}

const collapsedKey = 'sidebarCollapsed';

const optionIn = (query: string) => new URLSearchParams(query).get('option') ?? '';

/** An address with an option is one page of several at the same path: `/dashboard?option=Tablets`. */
function isHere(entry: MenuEntry, { pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  return [entry.to, ...entry.within].some((place) => {
    const [path = '', query] = place.split('?');
    if (query !== undefined) return pathname === path && optionIn(search) === optionIn(query);
    return pathname === path || pathname.startsWith(`${path}/`);
  });
}

/** Room beside the entry of the page, in which the next one is seen to go on. */
const peek = 24;

/** Of a list that is longer than the screen, the entry of the page that one comes to is seen. */
function comeIntoView(entry: HTMLElement | null): void {
  const list = entry?.closest('[data-opened]');
  if (!entry || !list) return;
  const [place, room] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  if (place.bottom > room.bottom) list.scrollBy(0, place.bottom - room.bottom + peek);
  else if (place.top < room.top) list.scrollBy(0, place.top - room.top - peek);
}

const entriesOf = (item: MenuEntry | MenuGroup): readonly MenuEntry[] =>
  'group' in item ? item.entries : [item];

interface EntriesProps {
  entries: readonly (MenuEntry | MenuGroup)[];
  /** Above them, where there is more than one list. */
  heading: string | null;
}

function Entry({ entry }: { entry: MenuEntry }) {
  const here = useLocation();
  const { label: name, to, icon: Icon, badge } = entry;
  return (
    <li>
      <Link
        to={to}
        className={styles.entry}
        {...(isHere(entry, here) && { 'aria-current': 'page' as const, ref: comeIntoView })}
      >
        <Icon size={24} stroke={1.75} aria-hidden />
        <span className={styles.name}>{name}</span>
        {badge && (
          <span className={styles.badge} data-urgent={badge.isUrgent}>
            {badge.count} <VisuallyHidden>{badge.says}</VisuallyHidden>
          </span>
        )}
      </Link>
    </li>
  );
}

function Group({ group, entries }: MenuGroup) {
  const nameId = useId();
  return (
    <li>
      <p className={styles.group} id={nameId}>
        <span className={styles.words}>{group}</span>
      </p>
      <ul className={styles.menu} aria-labelledby={nameId}>
        {entries.map((entry) => (
          <Entry key={entry.to} entry={entry} />
        ))}
      </ul>
    </li>
  );
}

function Entries({ entries, heading }: EntriesProps) {
  const headingId = useId();
  return (
    <>
      {heading !== null && (
        <p className={styles.heading} id={headingId}>
          <span className={styles.words}>{heading}</span>
        </p>
      )}
      <ul className={styles.menu} {...(heading !== null && { 'aria-labelledby': headingId })}>
        {entries.map((item) =>
          'group' in item ? <Group key={item.group} {...item} /> : <Entry key={item.to} entry={item} />,
        )}
      </ul>
    </>
  );
}

/** A sidebar that folds down to its icons; on a phone a bar that unfolds to the same entries. */
export function AreaFrame({ label, menu, money = [], settings = [], notice, children }: AreaFrameProps) {
  const location = useLocation();
  const place = location.pathname + location.search;
  const role = useUser()?.role;
  const [isCollapsed, setCollapsed] = useState(() => deviceStorage.getItem(collapsedKey) === 'true');
  const drawInBoundary = use(PageBoundary);
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const listsId = useId();
  const bar = useRef<HTMLButtonElement>(null);
  // It closes by itself once one is somewhere else.
  const isOpened = openedAt === place;
  const isFor = ({ roles }: MenuEntry) => !roles || (role !== undefined && roles.includes(role));
  const entries = menu.flatMap((item) => {
    if ('group' in item) return { ...item, entries: item.entries.filter(isFor) };
    return isFor(item) ? item : [];
  });
  const here = [...entries.flatMap(entriesOf), ...money, ...settings.flatMap(entriesOf)].find((entry) =>
    isHere(entry, location),
  );
  const Arrow = isCollapsed ? IconChevronsRight : IconChevronsLeft;

  function toggleCollapsed() {
    deviceStorage.setItem(collapsedKey, String(!isCollapsed));
    setCollapsed(!isCollapsed);
  }

  useWindowEvent('keydown', ({ key, defaultPrevented }) => {
    if (key !== 'Escape' || !isOpened || defaultPrevented) return;
    setOpenedAt(null);
    bar.current?.focus();
  });

  return (
    <div className={styles.frame} data-collapsed={isCollapsed}>
      <nav className={styles.sidebar} aria-label={label}>
        <UnstyledButton
          ref={bar}
          className={styles.bar}
          aria-expanded={isOpened}
          aria-controls={listsId}
          onClick={() => setOpenedAt(isOpened ? null : place)}
        >
          <span>
            {label}
            {here && <span className={styles.here}> · {here.label}</span>}
          </span>
          <IconChevronDown size={20} aria-hidden className={styles.arrow} />
        </UnstyledButton>
        <div className={styles.lists} id={listsId} data-opened={isOpened}>
          <Entries entries={entries} heading={settings.length + money.length > 0 ? 'Menu' : null} />
          {money.length > 0 && <Entries entries={money} heading="Money" />}
          {settings.length > 0 && <Entries entries={settings} heading="Settings" />}
        </div>
        <UnstyledButton
          className={styles.fold}
          aria-label={isCollapsed ? 'Show the names in the sidebar' : 'Fold the sidebar down to icons'}
          onClick={toggleCollapsed}
        >
          <Arrow size={22} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </nav>
      {/* Where "Skip to the content" leads: past the sidebar. */}
      <div id="content" tabIndex={-1} className={styles.content}>
        {notice}
        {/* The menu stays where a page has failed, or was never fetched. */}
        {drawInBoundary(place, children)}
      </div>
    </div>
  );
}
