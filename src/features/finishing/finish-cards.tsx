import { Button, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import type { CardName, FinishProps } from '#src/desk/desk-parts.ts';
import { allDone, cardsOf, firstCard, firstGap } from './checks.rules.ts';
import { FinishCard, spokenOfCard, titleOfCard } from './finish-card.tsx';
import { useChecks } from './use-checks.ts';
import styles from './finish.module.css';

/** Pixels that a finger goes aside before it means another card. */
const swipe = 48;

/** A star for each thing that makes a work whole, and a card for each decision: it advises and never stops anybody. */
export function FinishCards({ work, chapters, draw, ear, card, onGo }: FinishProps) {
  const checks = useChecks(work, chapters);
  const gap = firstGap(checks);
  const cards = cardsOf(chapters);
  // Chosen once: what is just put right leads nobody away from its card.
  const [first] = useState(() => firstCard(cards, checks));
  const shown = cards.find((each) => each === card) ?? (cards.includes(first) ? first : 'done');
  const place = cards.indexOf(shown);
  const heading = useRef<HTMLHeadingElement>(null);
  const [movedTo, setMovedTo] = useState<CardName | null>(null);
  const touched = useRef<{ x: number; y: number } | null>(null);

  const show = (next: CardName | undefined) => {
    if (next === undefined) return;
    setMovedTo(next);
    onGo({ card: next });
  };
  useEffect(() => {
    if (movedTo === shown) heading.current?.focus();
  }, [movedTo, shown]);

  const end = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const from = touched.current;
    touched.current = null;
    if (!from) return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    if (Math.abs(x) < swipe || Math.abs(x) < 2 * Math.abs(y)) return;
    const isOn = getComputedStyle(currentTarget).direction === 'rtl' ? x > 0 : x < 0;
    show(cards[place + (isOn ? 1 : -1)]);
  };

  return (
    <>
      <ul className={styles.stars} aria-label="Is it ready?">
        {checks
          .filter(({ isTeachers }) => isTeachers !== true)
          .map(({ label, done, place: where }) => {
            const Star = done ? IconStarFilled : IconStar;
            return (
              <li key={label}>
                <UnstyledButton
                  className={styles.star}
                  data-done={done}
                  aria-label={`${done ? 'Done' : 'Missing'}: ${label}`}
                  onClick={() => ('card' in where ? show(where.card) : onGo(where))}
                >
                  <Star size={36} stroke={1.75} aria-hidden />
                </UnstyledButton>
              </li>
            );
          })}
      </ul>
      <section
        key={shown}
        className={styles.card}
        aria-labelledby="finish-card"
        data-moved={movedTo !== null}
        onPointerDown={({ clientX, clientY, pointerType, target }) => {
          const isTyping = target instanceof Element && target.closest('input, textarea, select') !== null;
          touched.current = pointerType === 'mouse' || isTyping ? null : { x: clientX, y: clientY };
        }}
        onPointerUp={end}
        onPointerCancel={() => {
          touched.current = null;
        }}
      >
        <div className={styles.cardHead}>
          <Title order={2} id="finish-card" ref={heading} tabIndex={-1} className={styles.cardTitle}>
            {titleOfCard[shown]}
          </Title>
          {ear(shown === 'done' ? `${spokenOfCard.done} ${gap?.gap ?? allDone}` : spokenOfCard[shown])}
        </div>
        <FinishCard name={shown} work={work} chapters={chapters} draw={draw} />
      </section>
      <div className={styles.turn}>
        {place > 0 ? (
          <UnstyledButton
            className={styles.before}
            aria-label="Back one card"
            onClick={() => show(cards[place - 1])}
          >
            <IconChevronLeft size={24} aria-hidden />
          </UnstyledButton>
        ) : (
          <span />
        )}
        <span className={styles.dots}>
          <VisuallyHidden>
            Card {place + 1} of {cards.length}
          </VisuallyHidden>
          {cards.map((each) => (
            <span key={each} className={styles.dot} data-shown={each === shown} aria-hidden />
          ))}
        </span>
        {place < cards.length - 1 ? (
          <Button
            variant="default"
            size="md"
            mih={52}
            rightSection={<IconChevronRight size={20} aria-hidden />}
            onClick={() => show(cards[place + 1])}
          >
            Next
          </Button>
        ) : (
          <span />
        )}
      </div>
    </>
  );
}
