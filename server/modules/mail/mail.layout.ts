import * as v from 'valibot';
import { foregroundOn } from '#contract/kit/contrast.ts';
import { withoutAddresses, type Words } from '#server/platform/letter-words.ts';

/** A paragraph with a secret in it, such as a code, and what is shown of it later. */
export interface SecretWords {
  sent: Words;
  shown: Words;
}

/** What a message says, in the order in which it is read. Plain words; the layout makes text and HTML of them. */
export interface Letter {
  greeting: Words;
  paragraphs: readonly (Words | SecretWords)[];
  /** The one thing to do. */
  action: { label: Words; href: string } | null;
  /** What is good to know besides. */
  notes: readonly Words[];
}

/** Whose letter it is. */
export interface Letterhead {
  school_name: string;
  primary_color: string;
  button_color: string;
}

/** What is shown of a letter after it was written. Its link is left out, as most of them open something. */
export const ShownLetter = v.object({
  greeting: v.string(),
  paragraphs: v.array(v.string()),
  /** What its button said. */
  action: v.nullable(v.string()),
  notes: v.array(v.string()),
});
export type ShownLetter = v.InferOutput<typeof ShownLetter>;

export function shownOf({ greeting, paragraphs, action, notes }: Letter): ShownLetter {
  return {
    greeting,
    paragraphs: paragraphs.map((each) => (typeof each === 'string' ? each : each.shown)),
    action: action?.label ?? null,
    notes: [...notes],
  };
}

const sentWords = (paragraph: Words | SecretWords) =>
  typeof paragraph === 'string' ? paragraph : paragraph.sent;

/** The letter as plain text and as HTML without a picture, a script or anything else that is fetched. */
export function layOut(letter: Letter, letterhead: Letterhead): { text: string; html: string } {
  const head = { ...letterhead, school_name: withoutAddresses(letterhead.school_name) };
  return { text: asText(letter, head), html: asHtml(letter, head) };
}

function asText({ greeting, paragraphs, action, notes }: Letter, { school_name }: Letterhead): string {
  return [
    greeting,
    ...paragraphs.map(sentWords),
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    ...notes,
    `-- \n${school_name}`,
  ].join('\n\n');
}

const ink = '#1f1a17';
const paper = '#ffffff';

function asHtml(letter: Letter, { school_name, primary_color, button_color }: Letterhead): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px" dir="auto">${escape(text)}</p>`;
  const button = ({ label, href }: { label: string; href: string }) =>
    `<p style="margin:24px 0"><a href="${escape(href)}" style="display:inline-block;padding:14px 24px;` +
    `border-radius:8px;background:${button_color};color:${foregroundOn(button_color)};` +
    `font-weight:bold;text-decoration:none">${escape(label)}</a></p>` +
    // Some programs show no button; the address can be copied.
    `<p style="margin:0 0 16px;font-size:14px;word-break:break-all">${escape(href)}</p>`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    // Some programs make links of what looks like a number or a place.
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">',
    `<title>${escape(school_name)}</title></head>`,
    `<body style="margin:0;padding:24px 16px;background:${paper};color:${ink};`,
    'font-family:Verdana,Arial,sans-serif;font-size:16px;line-height:1.5">',
    '<div style="max-width:560px;margin:0 auto">',
    `<p style="margin:0 0 24px;padding:14px 20px;border-radius:8px;background:${primary_color};`,
    `color:${foregroundOn(primary_color)};font-weight:bold" dir="auto">${escape(school_name)}</p>`,
    paragraph(letter.greeting),
    ...letter.paragraphs.map(sentWords).map(paragraph),
    ...(letter.action ? [button(letter.action)] : []),
    ...letter.notes.map(paragraph),
    '</div></body></html>',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? character);
}
