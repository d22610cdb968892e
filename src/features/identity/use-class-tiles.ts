import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import { requestProblems } from '#contract/kit/problem.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import type { PupilTile, Student } from '#contract/students/students.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { askSchoolOrTablet } from '#src/session/ask-school.ts';
import { preparedTiles } from '#src/session/offline-sign-in.ts';
import { NoNetworkError } from '#src/sync/api-client.ts';
import { notPrepared, offlineFailure, signInFailure, type SignInFailure } from './sign-in.problems.ts';

/** A page of the children of a class. */
export interface ClassTiles {
  code: string;
  search: string;
  /** From 1. */
  page: number;
  pages: number;
  tiles: readonly PupilTile[];
}

export interface WantedTiles {
  code: string;
  search?: string;
  page?: number;
}

function tilesOf(rows: readonly (Student | PupilTile)[]): PupilTile[] {
  return rows.filter((row) => 'handle' in row);
}

export function isInvalidCode({ code }: SignInFailure): boolean {
  return code === studentProblems.invalid_class_code.code;
}

function pagesOf(count: number): number {
  return Math.max(1, Math.ceil(count / limits.pickerPage));
}

async function tilesAtSchool(
  { code, search, page }: Required<WantedTiles>,
  signal: AbortSignal,
): Promise<ClassTiles> {
  const { count, results } = await apiClient.call(
    studentEndpoints.listInClass,
    {
      params: { classCode: code },
      query: {
        limit: limits.pickerPage,
        offset: (page - 1) * limits.pickerPage,
        ...(search.trim() !== '' && { search: search.trim() }),
      },
    },
    { signal },
  );
  return { code, search, page, pages: pagesOf(count), tiles: tilesOf(results.students) };
}

/** The same page as this tablet knows it, without asking the school. */
async function tilesHere({ code, search, page }: Required<WantedTiles>): Promise<ClassTiles | SignInFailure> {
  const found = await preparedTiles(code).catch((error: unknown) => {
    // What cannot be read here is not here, and nothing that a child could do about it.
    globalThis.reportError(error);
    return 'not_prepared' as const;
  });
  if (found === 'not_prepared') return offlineFailure(notPrepared);
  if (found === 'no_class')
    return offlineFailure(
      'This tablet is not prepared for a class with this code. Please check it, or ask your teacher.',
    );
  const words = foldForSearch(search.trim()).split(' ');
  const matching = found.filter(({ first_name, last_initial }) => {
    const text = foldForSearch(`${first_name} ${last_initial}`);
    return words.every((word) => text.includes(word));
  });
  const start = (page - 1) * limits.pickerPage;
  const tiles = matching.slice(start, start + limits.pickerPage);
  return { code, search, page, pages: pagesOf(matching.length), tiles };
}

/**
 * The children behind a class code, page by page. What was asked for last is what counts, and what is shown stays until
 * the next is there; a code that no class has clears it.
 */
export function useClassTiles() {
  const [list, setList] = useState<ClassTiles | null>(null);
  const [isLoading, setLoading] = useState(false);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  /** Null where it worked; `superseded` where somebody asked for something else meanwhile, or went on. */
  async function load({
    code,
    search = '',
    page = 1,
  }: WantedTiles): Promise<SignInFailure | 'superseded' | null> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setLoading(true);
    const { signal } = controller;
    const wanted = { code, search, page };
    const failuresHere: SignInFailure[] = [];
    try {
      const answer = await askSchoolOrTablet({
        ask: (asking) => tilesAtSchool(wanted, asking),
        here: async () => {
          const found = await tilesHere(wanted);
          if ('tiles' in found) return found;
          failuresHere.push(found);
          return null;
        },
        signal,
      });
      if (signal.aborted) return 'superseded';
      setList('school' in answer ? answer.school : answer.tablet);
      setLoading(false);
      return null;
    } catch (error) {
      if (signal.aborted) return 'superseded';
      const [failureHere] = error instanceof NoNetworkError ? failuresHere : [];
      const failure = failureHere ?? signInFailure(error, requestProblems.internal.error);
      setLoading(false);
      if (isInvalidCode(failure)) setList(null);
      return failure;
    }
  }

  function callOff() {
    running.current?.abort();
    setLoading(false);
  }

  return { list, isLoading, load, callOff };
}
