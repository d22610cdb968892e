import type { ComponentType, ReactNode } from 'react';
import type { TablerIcon } from '@tabler/icons-react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';

/** One of the things that are needed seldom. What cannot be done now is not among them. */
export interface MoreRow {
  label: string;
  icon: TablerIcon;
  /** Opens another sheet in the place of this one. */
  opensSheet?: true;
  run: () => void;
}

/** In their order; `name` is what gives a chapter its name, null where it has none. */
export type MoreRows = (name: MoreRow | null) => readonly MoreRow[];

/** A picture that stands in the work already. */
export interface PictureOfWork {
  sha256: string;
  alt: string;
}

/** What a page does beyond itself. */
export interface BookPages {
  /** Makes a page behind this one; null where there is no room. */
  onNew: ((document: WorkDocument) => void) | null;
  /** Opens the next page, or a new one, with the cursor in it; null where there is none and no room. */
  onGoOn: (() => void) | null;
  /** A picture has other pixels now: what named the one names the other. */
  onTurned: (from: string, to: string) => Promise<void>;
}

/** The paper of one chapter or page. */
export interface PaperProps {
  chapter: OwnChapter;
  /** A page of a book has no name, and begins with its picture. */
  kind: WorkKind;
  /** Its number among those of the work. */
  number: number;
  /** Which way the work is read: its pictures and recordings stand that way. */
  readsTo?: 'ltr' | 'rtl';
  /** Shows a document, for its pictures. */
  draw: (document: WorkDocument) => ReactNode;
  /** What else can be done here; `name` is what gives the chapter a name, null for a page. */
  moreRows?: MoreRows;
  /** Reads out what to do here. */
  ear?: ReactNode;
  /** True where somebody came to write: the cursor is in the text at once. */
  hasCursor?: boolean;
  /** All pictures of the work, one of which can be put in once more. */
  pictures?: readonly PictureOfWork[];
  /** A picture was put in, by its hash. */
  onPutIn?: (sha256: string) => void;
  /** What the teacher points at on it. */
  pins?: ReactNode;
  /** What a page of a book does beyond itself; left out for a chapter. */
  pages?: BookPages;
}

/** Makes pages of a book of files. */
export interface AddFilesProps {
  work: OwnWork;
  /** Its pages in their order. */
  chapters: readonly OwnChapter[];
  /** Pages came in; the id of the first of them. */
  onAdded: (id: string) => void;
  onClose: () => void;
}

/** The cards of Finish. */
export type CardName = 'cover' | 'blurb' | 'dedication' | 'author' | 'pictures' | 'done';

/**
 * Where something is put right: a card, or a part on the paper; without a part, the title above it. `words` is what the teacher
 * said there, by its id.
 */
export type CheckPlace = { card: CardName } | { part: string | null; words?: string };

/** What is decided of a work before it is handed in. */
export interface FinishProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  /** What reads these words out. */
  ear: (words: string) => ReactNode;
  /** The card that is named in the address; null: the first on which something is missing. */
  card: string | null;
  /** Shows another card, or the paper. */
  onGo: (place: CheckPlace) => void;
}

export interface FinishFootProps extends Pick<FinishProps, 'work' | 'chapters' | 'onGo'> {
  /** Adds a page behind the last one of a book, and opens it. */
  onNewPage?: () => void;
  onHandIn: (handedIn: Promise<unknown>) => void;
}

/** What was just handed in. */
export interface HandedInProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  onClose: () => void;
}

/** What the other rooms put on the desk. */
export interface DeskParts {
  Paper: ComponentType<PaperProps>;
  AddFiles: ComponentType<AddFilesProps>;
  /** The title and the plan. */
  Plan: ComponentType<{ work: OwnWork }>;
  FinishCards: ComponentType<FinishProps>;
  FinishFoot: ComponentType<FinishFootProps>;
  /** Fetched when it is needed. */
  Celebration: ComponentType<HandedInProps>;
}
