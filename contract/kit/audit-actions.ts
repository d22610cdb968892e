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
  cards: 'issued' | 'password_revealed' | 'voided';
  catalogue: 'featured' | 'shelved' | 'unfeatured';
  categories: 'archived' | 'created' | 'renamed' | 'restored';
  causes: 'changed' | 'moved' | 'named' | 'told';
  certificates: 'issued' | 'withdrawn';
  classes:
    | 'archived'
    | 'code_replaced'
    | 'created'
    | 'recoloured'
    | 'renamed'
    | 'restored'
    | 'teachers_assigned';
  community: 'password_set';
  content: 'hidden' | 'published' | 'replaced' | 'restored' | 'shown' | 'unpublished';
  devices: 'forgotten' | 'preparation_ended' | 'preparation_kept' | 'prepared' | 'renamed';
  imports: 'made' | 'undone';
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
  moderation: 'kept' | 'reinstated' | 'taken_down';
  modes: 'changed' | 'created' | 'locked' | 'offered' | 'ordered' | 'taken_back' | 'unlocked';
  monitoring: 'answered' | 'appealed' | 'asked' | 'claimed' | 'kept' | 'looked' | 'reinstated' | 'taken_down';
  offers: 'accepted' | 'refused';
  panel: 'audit_looked_at' | 'children_looked_for' | 'person_looked_at';
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
  plans:
    | 'changed'
    | 'made'
    | 'removed'
    | 'required_set'
    | 'variant_changed'
    | 'variant_made'
    | 'variant_removed';
  requests: 'answered' | 'assigned' | 'closed' | 'looked_at' | 'marked_spam' | 'reopened' | 'unassigned';
  resources: 'changed' | 'removed' | 'shared';
  seller: 'changed' | 'tax_rate_set';
  shop: 'changed' | 'put_up' | 'taken_off';
  sign_ins: 'account_waits' | 'browser_waits' | 'class_waits' | 'failed' | 'network_waits' | 'token_reused';
  students: 'added' | 'archived' | 'moved' | 'password_changed' | 'privacy_changed' | 'renamed' | 'restored';
  subscriptions: 'changed' | 'chosen' | 'order_cancelled' | 'seats_ordered';
  sync: 'calls_parked' | 'grants_revoked' | 'parked_applied' | 'parked_dismissed';
  tenants: 'created' | 'domain_shown' | 'edited' | 'registered' | 'resumed' | 'suspended';
  visits: 'entered' | 'link_made';
  works: 'approved' | 'discarded' | 'handed_in' | 'published' | 'returned' | 'taken_back' | 'withdrawn';
}

type ActionOf<Domain extends keyof Happenings> = {
  [Each in Domain]: `${Each}.${Happenings[Each]}`;
}[Domain];

/** `domain.what_happened`; of one domain alone where it is named. */
export type AuditAction<Domain extends keyof Happenings = keyof Happenings> = ActionOf<Domain>;
