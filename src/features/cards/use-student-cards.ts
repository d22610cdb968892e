import { useCallback, useEffect, useState } from 'react';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import type { LoginCard } from '#contract/cards/cards.schema.ts';
import { isGone } from '#src/session/is-gone.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';

/** Cards that are shown, the latest first. */
const shownAtMost = 20;

export interface StudentCards {
  /** `unreachable`: the school does not answer. `failed`: it did not give the list. `gone`: there is no such student. */
  status: 'loading' | 'ready' | 'unreachable' | 'failed' | 'gone';
  cards: readonly LoginCard[];
}

const loading: StudentCards = { status: 'loading', cards: [] };

async function look(api: ApiClient, studentId: string): Promise<StudentCards> {
  try {
    const input = { params: { studentId }, query: { limit: shownAtMost } };
    return { status: 'ready', cards: (await api.call(cardEndpoints.listOfStudent, input)).results };
  } catch (error) {
    if (isGone(error)) return { status: 'gone', cards: [] };
    return { status: error instanceof ApiProblem ? 'failed' : 'unreachable', cards: [] };
  }
}

/** The cards of a student, as the school has them. */
export function useStudentCards(api: ApiClient, studentId: string) {
  const [state, setState] = useState(loading);

  const reload = useCallback(async () => setState(await look(api, studentId)), [api, studentId]);

  useEffect(() => {
    let isLeft = false;
    void look(api, studentId).then((next) => {
      if (!isLeft) setState(next);
    });
    return () => {
      isLeft = true;
    };
  }, [api, studentId]);

  return { ...state, reload };
}
