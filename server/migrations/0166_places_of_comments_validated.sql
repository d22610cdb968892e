set lock_timeout = '2s';
alter table review_comments validate constraint review_comments_place;
alter table work_reviews validate constraint work_reviews_voice;
alter table work_reviews validate constraint work_reviews_voice_sent;
