-- How an author made what they sent: a guardian is asked for photographs, whatever type of file one is. See decision 48.

alter table sent_pictures
  add column made text not null default 'photograph' check (made in ('photograph', 'drawing', 'recording'));

-- The app made a PNG of drawings alone. The migration sees every tenant's rows for this one statement.
create policy sent_pictures_of_the_migration on sent_pictures to current_user using (tenant_id is not null);
create policy assets_of_the_migration on assets to current_user using (tenant_id is not null);
update sent_pictures as sent
  set made = case when asset.media_type like 'audio/%' then 'recording' else 'drawing' end
  from assets as asset
  where asset.tenant_id = sent.tenant_id and asset.sha256 = sent.sha256
    and (asset.media_type like 'audio/%' or asset.media_type = 'image/png');
drop policy sent_pictures_of_the_migration on sent_pictures;
drop policy assets_of_the_migration on assets;
