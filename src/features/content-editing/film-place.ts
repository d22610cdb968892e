import { createContext } from 'react';
import type { ApiClient } from '#src/sync/api-client.ts';

/** The page to which films are sent; null where whoever writes sends none. */
export const FilmPlace = createContext<{ api: ApiClient; pageId: string } | null>(null);
