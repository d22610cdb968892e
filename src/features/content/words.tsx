import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { TextRun, WordsDocument } from '#contract/content/words.schema.ts';
import styles from './content.module.css';

/** Of an element with words of the app amid those of a page, which may be in another language. */
export const ofTheApp = { lang: 'en', dir: 'ltr' } as const;

export function OfTheApp({ children }: { children: ReactNode }) {
  return (
    <div className={styles.within} {...ofTheApp}>
      {children}
    </div>
  );
}

interface LinkedWordsProps {
  href: string;
  children: ReactNode;
}

/** A link of a page: inside the app, or to another place, which is named. */
export function LinkedWords({ href, children }: LinkedWordsProps) {
  if (href.startsWith('/')) return <Link to={href}>{children}</Link>;
  return (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  );
}

function Run({ text, marks = [] }: TextRun) {
  let words: ReactNode = text;
  for (const mark of marks) {
    if (mark.type === 'bold') words = <strong>{words}</strong>;
    else if (mark.type === 'italic') words = <em>{words}</em>;
    else words = <LinkedWords href={mark.attrs.href}>{words}</LinkedWords>;
  }
  return words;
}

const runs = (content: readonly TextRun[]) => content.map((run, place) => <Run key={place} {...run} />);

function Node({ node }: { node: WordsDocument['content'][number] }) {
  switch (node.type) {
    case 'paragraph':
      return <p>{runs(node.content)}</p>;
    case 'heading':
      return node.attrs.level === 2 ? <h2>{runs(node.content)}</h2> : <h3>{runs(node.content)}</h3>;
    case 'bulletList':
    case 'orderedList': {
      const List = node.type === 'orderedList' ? 'ol' : 'ul';
      return (
        <List>
          {node.content.map((item, place) => (
            <li key={place}>
              {item.content.map((paragraph, line) => (
                <Fragment key={line}>
                  {line > 0 && ' '}
                  {runs(paragraph.content)}
                </Fragment>
              ))}
            </li>
          ))}
        </List>
      );
    }
  }
}

/** Formatted words of a page. */
export function Words({ document }: { document: WordsDocument }) {
  return document.content.map((node, place) => <Node key={place} node={node} />);
}
