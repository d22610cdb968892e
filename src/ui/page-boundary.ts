import { createContext, type ReactNode } from 'react';

/**
 * Draws a page so that the frame around it stays when the page fails. A context, since an import of the boundary would take what it
 * draws out of the first file of the app.
 */
export const PageBoundary = createContext<(page: string, content: ReactNode) => ReactNode>(
  (_page, content) => content,
);
