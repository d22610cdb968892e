import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { PupilTile } from '#contract/students/students.schema.ts';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { nameOf } from '../pupil-name.ts';
import { TurnPages } from '../turn-pages.tsx';
import { facesPerPage, lettersOf } from './faces.rules.ts';
import styles from './prepared-start.module.css';

interface FacesProps {
  tiles: readonly PupilTile[];
  onPick: (pupil: PupilTile) => void;
}

/** The children of the class with their animals: one tap on oneself. */
export function Faces({ tiles, onPick }: FacesProps) {
  const [page, setPage] = useState(1);
  /** The face that a letter leads to; an object of its own each time, so that the same letter leads there again. */
  const [wanted, setWanted] = useState<{ place: number } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const pages = Math.ceil(tiles.length / facesPerPage);
  // The class may have become smaller meanwhile.
  const start = (Math.min(page, pages) - 1) * facesPerPage;
  const letters = lettersOf(tiles);

  useEffect(() => {
    if (wanted === null) return;
    list.current?.children[wanted.place % facesPerPage]?.querySelector('button')?.focus();
  }, [wanted]);

  function goTo(place: number) {
    setPage(Math.floor(place / facesPerPage) + 1);
    setWanted({ place });
  }

  return (
    <div className={styles.faces}>
      {letters.length > 0 && (
        <nav className={styles.letters} data-sideways aria-label="Letters">
          {letters.map(({ letter, place }) => (
            <UnstyledButton key={letter} className={styles.letter} onClick={() => goTo(place)}>
              {letter}
            </UnstyledButton>
          ))}
        </nav>
      )}
      <ul ref={list} className={styles.tiles} aria-label="Children of the class">
        {tiles.slice(start, start + facesPerPage).map((pupil) => (
          <li key={pupil.handle}>
            {/* The animal is said aloud too: two children of one name are told apart by it. */}
            <UnstyledButton
              className={styles.tile}
              aria-label={`${nameOf(pupil)}, ${pupil.avatar}`}
              onClick={() => onPick(pupil)}
            >
              <AnimalAvatar name={pupil.avatar} size={68} />
              <span className={styles.name} dir="auto">
                {nameOf(pupil)}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <TurnPages page={Math.min(page, pages)} pages={pages} onPage={setPage} />
    </div>
  );
}
