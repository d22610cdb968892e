-- Which pair of tokens the session was given last, as long as nothing shows that its answer arrived; null once either of
-- the two was used. Until then the token before may come again, however long its tablet was out of reach.

alter table sessions add column unheard_pair text;
