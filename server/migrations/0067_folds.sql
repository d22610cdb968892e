-- Texts are folded by contract/kit/fold.ts. server/refold.ts makes the stored folds of a smaller version again when a server starts.
alter table installation add column fold_version integer not null default 0;

-- The stretches of a work's text in which no blank stands between words: a search looks into them letter by letter.
alter table work_texts add column unspaced text not null default '';

-- By what a list of resources is sorted.
alter table resources add column folded_title text not null default '' collate "C";
