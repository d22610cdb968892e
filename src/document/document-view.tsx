import { Fragment, type ReactNode } from 'react';
import type { Block, Inline, Paragraph, WorkDocument } from '#contract/works/document.schema.ts';
import type { AssetPicture as Picture, Visibility } from '#contract/works/works.schema.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { AssetPicture } from './asset-picture.tsx';
import { goesAsItsWork } from './directions.ts';
import { Recording } from './recording.tsx';
import styles from './works.module.css';

const tags = { bold: 'strong', italic: 'em', underline: 'u' } as const;

function InlineText({ inline }: { inline: Inline }): ReactNode {
  if (inline.type === 'hardBreak') return <br />;
  return (inline.marks ?? []).reduce<ReactNode>((text, { type }) => {
    const Tag = tags[type];
    return <Tag>{text}</Tag>;
  }, inline.text);
}

/** Parts of a document have no ids; they are never moved while they are shown. */
function numbered<Each>(list: readonly Each[], draw: (each: Each) => ReactNode): ReactNode {
  return list.map((each, place) => <Fragment key={place}>{draw(each)}</Fragment>);
}

const inlines = (list: readonly Inline[] | undefined) =>
  numbered(list ?? [], (inline) => <InlineText inline={inline} />);

const directionOfText = (list: readonly Inline[] | undefined) => (goesAsItsWork(list) ? undefined : 'auto');

function ParagraphText({ paragraph: { attrs, content } }: { paragraph: Paragraph }) {
  return (
    <p dir={directionOfText(content)} data-align={attrs?.textAlign ?? undefined}>
      {inlines(content)}
    </p>
  );
}

interface Shown {
  /** All pictures of the work, for their shapes. */
  pictures: readonly Picture[];
  audience: Visibility;
  /** Where they are fetched; left out: at the school. */
  client?: PictureClient;
  /** True where it is one of many in a long page: pictures are fetched once somebody comes close to them. */
  whenNear?: boolean;
}

function BlockView({
  block,
  pictures,
  audience,
  client,
  whenNear = false,
}: Shown & { block: Block }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <ParagraphText paragraph={block} />;
    case 'heading': {
      const Tag = block.attrs.level === 2 ? 'h2' : 'h3';
      return (
        <Tag dir={directionOfText(block.content)} data-align={block.attrs.textAlign ?? undefined}>
          {inlines(block.content)}
        </Tag>
      );
    }
    case 'horizontalRule':
      return <hr />;
    case 'picture': {
      const { sha256, alt, width } = block.attrs;
      const known = pictures.find((picture) => picture.sha256 === sha256);
      return (
        <figure className={styles.figure} data-width={width}>
          <AssetPicture
            picture={{ ...known, sha256, alt }}
            audience={audience}
            whenNear={whenNear}
            {...(client && { client })}
          />
        </figure>
      );
    }
    case 'recording':
      return <Recording recording={block.attrs} client={client} />;
    case 'blockquote':
      return (
        <blockquote>
          {numbered(block.content, (paragraph) => (
            <ParagraphText paragraph={paragraph} />
          ))}
        </blockquote>
      );
    case 'bulletList':
    case 'orderedList': {
      const items = numbered(block.content, ({ content }) => (
        <li>
          {numbered(content, (paragraph) => (
            <ParagraphText paragraph={paragraph} />
          ))}
        </li>
      ));
      return block.type === 'bulletList' ? (
        <ul>{items}</ul>
      ) : (
        <ol start={block.attrs?.start ?? 1}>{items}</ol>
      );
    }
  }
}

/** A chapter or a page, drawn element by element: no HTML is ever put into a page. */
export function DocumentView({ document, ...shown }: Shown & { document: WorkDocument }) {
  return (
    <>
      {numbered(document.content, (block) => (
        <BlockView block={block} {...shown} />
      ))}
    </>
  );
}
