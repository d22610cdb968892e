-- 0120 has the policy, and its index by moment holds the state: the second ones of 0125 cost each letter a write.
drop policy email_messages_panel_days on email_messages;
drop index email_messages_by_day;
