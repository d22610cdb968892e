import { Anchor } from '@mantine/core';
import { createElement, Fragment, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { helpTarget } from '#contract/help/help.rules.ts';
import { articleTags } from '#contract/help/help.schema.ts';

interface Ways {
  /** Shows another article. */
  onArticle: (id: string) => void;
  /** The person goes to another page. */
  onLeave: () => void;
}

const tags: readonly string[] = articleTags;

function link(node: Element, key: number, ways: Ways): ReactNode {
  const target = helpTarget(node.getAttribute('href') ?? '');
  const words = elementsOf(node, ways);
  if (target === null) return <Fragment key={key}>{words}</Fragment>;
  return 'article' in target ? (
    <Anchor key={key} component="button" type="button" inherit onClick={() => ways.onArticle(target.article)}>
      {words}
    </Anchor>
  ) : (
    <Anchor key={key} component={Link} to={target.page} inherit onClick={ways.onLeave}>
      {words}
    </Anchor>
  );
}

/** Only the tags of articles become elements, and none with an attribute. Of anything else the text is left. */
function elementsOf(parent: Node, ways: Ways): ReactNode[] {
  return Array.from(parent.childNodes, (node, key) => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return null;
    const tag = node.tagName.toLowerCase();
    if (tag === 'a') return link(node, key, ways);
    return createElement(tags.includes(tag) ? tag : Fragment, { key }, ...elementsOf(node, ways));
  });
}

const read = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

/** What is read out of an article. */
export function wordsOf(html: string): string {
  return read(html.replaceAll(/<\/(?:p|h3|li)>/gu, '$& ')).textContent.trim();
}

/**
 * The text of an article. Its HTML is read into a document that runs and fetches nothing, and is drawn anew from there: no
 * HTML that came over the network is ever put into the page.
 */
export function ArticleBody({ html, onArticle, onLeave }: { html: string } & Ways) {
  const content = useMemo(() => read(html), [html]);
  return <>{elementsOf(content, { onArticle, onLeave })}</>;
}
