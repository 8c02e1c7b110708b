-- Methods of payment other than cards (docs/spec.md#payment-methods).
alter table checkouts
  -- Methods that the payment page offers: sent again by a repeated call; null: cards only.
  add column methods text[],
  -- Method that paid or authorized; null until then, and for payments from before it was recorded, which were made by card.
  add column method text,
  -- When the customer completed the page with a method whose money arrives days later. The checkout stays open until it arrives or fails.
  add column processing_at timestamptz;
create index checkouts_processing on checkouts (checked_at nulls first) where processing_at is not null and closed_at is null;

alter table bookings
  -- Until then the payer's bank returns the money without a reason: the share is not paid out before.
  add column returnable_until timestamptz;
