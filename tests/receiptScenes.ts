import type { BookingReceipt } from '#src/bookings/rules.ts'

/** A confirmed booking as its customer sees it. */
export const receiptFor = (fields: Partial<BookingReceipt> = {}): BookingReceipt => ({
  id: '019aa111-1111-4111-8111-1111aabbccdd',
  service_title: 'Reinigung Service',
  booking_date: '2026-12-03',
  booking_time: '07:30',
  location: 'Schmale Gasse 12, 22767 Hamburg',
  description: '',
  amount: 138,
  bought: [],
  agreed_with: null,
  refunded: 0,
  refund_pending: 0,
  booking_status: 'confirmed',
  payment_status: 'paid',
  paid_at: '2026-11-01T10:15:00.000Z',
  takes_place: true,
  is_due: false,
  free_until: '2026-12-02T06:30:00.000Z',
  cancel_refusal: null,
  customer_name: 'Katrin Bergmann',
  customer_email: 'katrin.bergmann@kunde.example',
  customer_phone: '',
  attachments: [],
  company: {
    company_name: 'Glanzwerk Altona',
    email: 'kontakt@glanzwerk.example',
    contact_person: 'Meike Petersen',
    phone: '+49 40 66969101',
  },
  ...fields,
})
