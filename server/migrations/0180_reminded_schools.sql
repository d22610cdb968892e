-- A school of a list that did not answer is written to once more, and never again.
set lock_timeout = '2s';
alter table enrolment_invitations add column reminded_at timestamptz;
grant update (reminded_at) on enrolment_invitations to quillshelf_app;
