/** What happens in each domain that is written down with who did it. Whoever shows it has words for each. */
interface Happenings {
  affiliations:
    | 'accepted'
    | 'asked'
    | 'declined'
    | 'invited'
    | 'left'
    | 'removed'
    | 'uninvited'
    | 'withdrawn';
  cards: 'issued' | 'password_revealed' | 'settings_changed' | 'voided';
  catalogue: 'featured' | 'shelved' | 'unfeatured';
  categories: 'archived' | 'created' | 'offered' | 'offered_no_more' | 'renamed' | 'restored';
  causes: 'changed' | 'moved' | 'named' | 'told';
  certificates: 'issued' | 'withdrawn';
  champions: 'extended' | 'granted' | 'revoked';
  classes:
    | 'archived'
    | 'code_replaced'
    | 'created'
    | 'recoloured'
    | 'renamed'
    | 'restored'
    | 'teachers_assigned';
  community: 'password_set';
  content:
    | 'film_sent'
    | 'film_taken_down'
    | 'hidden'
    | 'join_link_removed'
    | 'join_link_set'
    | 'published'
    | 'replaced'
    | 'restored'
    | 'shown'
    | 'unpublished';
  devices: 'forgotten' | 'preparation_ended' | 'preparation_kept' | 'prepared' | 'renamed';
  exports: 'list_saved';
  imports: 'made' | 'undone';
  learning: 'assigned' | 'assignment_taken_back' | 'event_joined' | 'reminder_set' | 'reminder_taken_back';
  mail: 'address_shown' | 'lifted' | 'looked_at' | 'sent_again' | 'suppressed';
  members:
    | 'archived'
    | 'changed'
    | 'created'
    | 'email_change_asked'
    | 'email_change_stopped'
    | 'email_changed'
    | 'invitation_revoked'
    | 'invitation_sent_again'
    | 'invited'
    | 'joined'
    | 'link_sent'
    | 'restored'
    | 'role_changed'
    | 'sessions_ended';
  messages: 'picked' | 'unpicked';
  moderation: 'kept' | 'reinstated' | 'taken_down';
  modes: 'changed' | 'created' | 'locked' | 'offered' | 'ordered' | 'taken_back' | 'unlocked';
  monitoring:
    | 'answered'
    | 'appealed'
    | 'asked'
    | 'claimed'
    | 'kept'
    | 'looked'
    | 'reinstated'
    | 'taken_down'
    | 'word_added'
    | 'word_removed';
  offers: 'accepted' | 'refused';
  own_works: 'changed' | 'made' | 'published' | 'withdrawn';
  panel: 'audit_looked_at' | 'children_looked_for' | 'list_exported' | 'person_looked_at' | 'work_looked_at';
  passwords: 'changed' | 'reset';
  payouts: 'cancelled' | 'prepared' | 'proved' | 'sent';
  permissions: 'ended' | 'recorded';
  orders: 'fulfilment_changed' | 'refund_asked';
  payments:
    | 'bank_removed'
    | 'bank_set'
    | 'checked'
    | 'finding_closed'
    | 'transfer_recorded'
    | 'transfer_sent';
  picks: 'declined' | 'picked' | 'suggested' | 'unpicked';
  plans:
    | 'changed'
    | 'made'
    | 'removed'
    | 'required_set'
    | 'variant_changed'
    | 'variant_made'
    | 'variant_removed';
  requests:
    | 'answered'
    | 'assigned'
    | 'closed'
    | 'invited'
    | 'looked_at'
    | 'marked_spam'
    | 'reminded'
    | 'reopened'
    | 'unassigned';
  resources: 'approved' | 'changed' | 'declined' | 'removed' | 'shared';
  seller: 'changed' | 'tax_rate_set';
  shelves: 'closed' | 'opened';
  shop: 'changed' | 'put_up' | 'taken_off';
  sign_ins: 'account_waits' | 'browser_waits' | 'class_waits' | 'failed' | 'network_waits' | 'token_reused';
  students:
    | 'added'
    | 'archived'
    | 'media_allowed'
    | 'moved'
    | 'password_changed'
    | 'privacy_changed'
    | 'renamed'
    | 'restored';
  subscriptions: 'changed' | 'chosen' | 'order_cancelled' | 'seats_ordered';
  sync: 'calls_parked' | 'grants_revoked' | 'parked_applied' | 'parked_dismissed';
  tenants:
    | 'ceilings_set'
    | 'closing'
    | 'closing_asked'
    | 'created'
    | 'domain_shown'
    | 'edited'
    | 'export_fetched'
    | 'exported'
    | 'gone'
    | 'kept'
    | 'registered'
    | 'resumed'
    | 'suspended'
    | 'write_off_asked'
    | 'written_off';
  visits:
    | 'allowed'
    | 'asked'
    | 'broke_glass'
    | 'consent_set'
    | 'ended'
    | 'entered'
    | 'glass_asked'
    | 'link_made'
    | 'refused';
  works: 'approved' | 'discarded' | 'handed_in' | 'published' | 'returned' | 'taken_back' | 'withdrawn';
}

type ActionOf<Domain extends keyof Happenings> = {
  [Each in Domain]: `${Each}.${Happenings[Each]}`;
}[Domain];

/** `domain.what_happened`; of one domain alone where it is named. */
export type AuditAction<Domain extends keyof Happenings = keyof Happenings> = ActionOf<Domain>;
