import type { Inline } from '#contract/works/document.schema.ts';
import type { Run } from '#src/ui/text-lines.ts';

/** A paragraph as runs; what begins a new line is a line break of its own. */
export function runsOf(content: readonly Inline[] | undefined): Run[] {
  let start = 0;
  return (content ?? []).map((inline) => {
    const text = inline.type === 'hardBreak' ? '\n' : inline.text;
    const marks = inline.type === 'hardBreak' ? [] : inline.marks;
    const has = (type: string) => marks?.some((mark) => mark.type === type) === true;
    const run = { text, start, bold: has('bold'), italic: has('italic'), underline: has('underline') };
    start += text.length;
    return run;
  });
}
