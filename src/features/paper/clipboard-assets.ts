import type { Attributes } from '@tiptap/core';
import type { TagParseRule } from '@tiptap/pm/model';
import { documentLimits } from '#contract/works/document.schema.ts';
import { recordingLimits } from '#contract/works/recording-limits.schema.ts';

/** The name of a picture or a recording on the clipboard: `data-picture`, `data-recording`. */
type AssetKind = 'picture' | 'recording';

/** A picture or a recording as the editor has it. */
export interface ClipboardAsset {
  sha256: string;
  alt: string;
  width?: string;
  seconds?: number;
}

/** Attributes that a cut picture or recording carries, so that pasting gives it back in its own story. */
export function clipboardAttributes(
  kind: AssetKind,
  workId: string,
  attrs: ClipboardAsset,
): Record<string, string> {
  const { sha256, alt, width, seconds } = attrs;
  return {
    [`data-${kind}`]: sha256,
    'data-work': workId,
    'data-alt': alt,
    ...(width !== undefined && { 'data-width': width }),
    ...(seconds !== undefined && { 'data-seconds': String(seconds) }),
  };
}

/** Reads them back. What another story or another app has there was not sent for this story, and is left out. */
export function clipboardRules(kind: AssetKind, workId: string): TagParseRule[] {
  const tag = `p[data-${kind}]`;
  return [
    {
      tag,
      priority: 70,
      getAttrs: (element) =>
        workId !== '' &&
        element.dataset['work'] === workId &&
        /^[0-9a-f]{64}$/u.test(element.dataset[kind] ?? '') &&
        null,
    },
    { tag, priority: 60, ignore: true },
  ];
}

/** Whether pasted HTML has a picture or a recording that another story was sent. */
export function hasOthersAssets(html: string, workId: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [
    ...body.querySelectorAll<HTMLElement>('p[data-picture][data-work],p[data-recording][data-work]'),
  ].some(({ dataset }) => dataset['work'] !== workId);
}

const widths = ['small', 'medium', 'full'];

/** How the attributes of a picture or a recording are read from the clipboard; none of them is drawn. */
export function assetAttributes(kind: AssetKind): Attributes {
  const common: Attributes = {
    sha256: {
      default: '',
      rendered: false,
      parseHTML: (element) => element.dataset[kind] ?? '',
    },
    alt: {
      default: '',
      rendered: false,
      parseHTML: (element) => (element.dataset['alt'] ?? '').slice(0, documentLimits.altLength),
    },
  };
  return kind === 'picture'
    ? {
        ...common,
        width: {
          default: 'full',
          rendered: false,
          parseHTML: (element) => widths.find((each) => each === element.dataset['width']) ?? 'full',
        },
      }
    : {
        ...common,
        seconds: {
          default: 1,
          rendered: false,
          parseHTML: (element) => {
            const seconds = Math.trunc(Number(element.dataset['seconds'])) || 1;
            return Math.min(Math.max(1, seconds), recordingLimits.seconds);
          },
        },
      };
}
