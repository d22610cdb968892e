import { createContext, type ComponentType, type ReactNode } from 'react';

/**
 * Stands around a page inside of a frame that should stay when the page fails. By a context, since the app brings what it draws: an
 * import would take that out of the first file of the app.
 */
export const PageBoundary = createContext<ComponentType<{ page?: string; children: ReactNode }>>(
  ({ children }) => children,
);
