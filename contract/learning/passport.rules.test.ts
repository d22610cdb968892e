import { describe, expect, it } from 'vitest';
import { passportOf } from './passport.rules.ts';

const at = '2026-11-20T10:00:00.000Z';
const goalPage = { id: 'six', kind: 'goal', number: 6, goals: [6] };
const lesson = { id: 'lesson', kind: 'lesson', goals: [4] };
const row = (id: string, step: string, done_at: string | null = at) => ({
  id,
  steps: [{ id: step, done_at, answer: null }],
});
const nothing = { works: [], learning: { rows: [], pages: [goalPage, lesson] }, reading: [] };
const stampsOf = (seen: Partial<Parameters<typeof passportOf>[0]>) =>
  passportOf({ ...nothing, ...seen }).flatMap(({ goal, stamps }) =>
    stamps.map((stamp) => `${goal} ${stamp}`),
  );

describe('a passport', () => {
  it('has seventeen pages, which are empty at first', () => {
    expect(passportOf(nothing).map(({ goal }) => goal)).toEqual(
      Array.from({ length: 17 }, (_, place) => place + 1),
    );
    expect(stampsOf({})).toEqual([]);
  });

  it('stamps what was read to its end', () => {
    expect(
      stampsOf({
        reading: [
          { sdgs: [6, 13], isFinished: true },
          { sdgs: [1], isFinished: false },
        ],
      }),
    ).toEqual(['6 read', '13 read']);
  });

  it('stamps what was learned, on the page of a goal or in a lesson about it', () => {
    const rows = [row('six', 'finished'), row('lesson', 'finished'), row('gone', 'finished')];
    expect(stampsOf({ learning: { ...nothing.learning, rows } })).toEqual(['4 learned', '6 learned']);
    const tried = [row('six', 'finished', null), row('lesson', 'steps.look')];
    expect(stampsOf({ learning: { ...nothing.learning, rows: tried } })).toEqual([]);
  });

  it('stamps what was made once it was handed in, each goal once', () => {
    const works = ['draft', 'archived', 'submitted', 'published'].map((state, place) => ({
      state,
      sdgs: [place + 1, 9],
    }));
    expect(stampsOf({ works })).toEqual(['3 made', '4 made', '9 made']);
  });

  it('stamps what somebody did for a goal', () => {
    const rows = [row('six', 'i-can.tap'), row('lesson', 'i-can.tap')];
    expect(stampsOf({ learning: { ...nothing.learning, rows } })).toEqual(['6 acted']);
  });
});
