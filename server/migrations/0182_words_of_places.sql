set lock_timeout = '2s';

-- What a comment points at on its page, whatever the page's width: words of it, or a spot in one of its pictures. `at_x` and `at_y`
-- say where that was on the screen of whoever commented.
alter table review_comments add column at_on jsonb;
