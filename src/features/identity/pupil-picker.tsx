import { Button, Text, UnstyledButton } from '@mantine/core';
import { limits } from '#contract/kit/limits.ts';
import type { PupilTile } from '#contract/students/students.schema.ts';
import { SearchField } from '#src/ui/search-field.tsx';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { nameOf } from './pupil-name.ts';
import type { SignInFailure } from './sign-in.problems.ts';
import { ScanButton } from './scan-button.tsx';
import styles from './student-sign-in.module.css';
import { TurnPages } from './turn-pages.tsx';
import type { ClassTiles } from './use-class-tiles.ts';

interface PupilPickerProps {
  list: ClassTiles;
  isLoading: boolean;
  failure: SignInFailure | null;
  onSearch: (search: string) => void;
  onPage: (page: number) => void;
  onPick: (pupil: PupilTile) => void;
  /** Left out where there is nothing to scan with. */
  onScan?: (() => void) | undefined;
}

/** The children of the class with their animals: one tap on oneself. */
export function PupilPicker({
  list,
  isLoading,
  failure,
  onSearch,
  onPage,
  onPick,
  onScan,
}: PupilPickerProps) {
  const { tiles, search, page, pages } = list;
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <SearchField
          label="Search for your name"
          value={search}
          onSearch={onSearch}
          quiet={limits.searchDebounce}
        />
      </div>
      {failure && <FailureNote failure={failure} />}
      {tiles.length > 0 ? (
        <ul className={styles.tiles} aria-label="Children of the class" aria-busy={isLoading}>
          {tiles.map((pupil) => (
            <li key={pupil.handle}>
              {/* The animal is said aloud too: two children of one name are told apart by it. */}
              <UnstyledButton
                className={styles.tile}
                aria-label={`${nameOf(pupil)}, ${pupil.avatar}`}
                onClick={() => onPick(pupil)}
              >
                <AnimalAvatar name={pupil.avatar} size={72} />
                <span className={styles.name} dir="auto">
                  {nameOf(pupil)}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ) : (
        <div role="status">
          <Text fw={600}>Nobody here has a name like that.</Text>
          <Text c="dimmed">Try fewer letters, or ask your teacher.</Text>
          <Button variant="default" size="md" mt="sm" onClick={() => onSearch('')}>
            Show everybody
          </Button>
        </div>
      )}
      <TurnPages page={page} pages={pages} onPage={onPage} />
      {onScan && <ScanButton onClick={onScan} />}
    </div>
  );
}
