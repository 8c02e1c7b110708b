import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

import { landingSlugs } from '#src/search/landing/rules.ts'

/** Every page: path → file in a slice. */
export default [
  index('search/home/HomePage.tsx'),
  route('search', 'search/ui/SearchPage.tsx'),
  route('service/:id', 'search/profile/ServicePage.tsx'),
  route('leistung/:service', 'search/offers/OfferPage.tsx', { id: 'offers' }),
  route('leistung/:service/:town', 'search/offers/OfferPage.tsx', { id: 'town-offers' }),
  route('sortierung', 'search/landing/RankingPage.tsx'),
  route('fuer-anbieter', 'plans/offer/JoinPage.tsx'),
  route('quellen', 'search/places/SourcesPage.tsx'),
  // One by one, so that no other first word is taken for a category.
  ...landingSlugs.flatMap(({ slug }) => [
    route(slug, 'search/landing/CategoryPage.tsx', { id: `category-${slug}` }),
    route(`${slug}/:town`, 'search/landing/TownPage.tsx', { id: `towns-${slug}` }),
  ]),
  route('bewerten', 'reviews/ui/ReviewPage.tsx'),
  route('bewertung-bestaetigen', 'reviews/ui/ReviewConfirmPage.tsx'),
  route('payment-success', 'bookings/ui/BookingReturnPage.tsx'),
  route('buchung', 'bookings/ui/BookingPage.tsx'),
  route('payment-success-provider', 'plans/ui/SubscriptionReturnPage.tsx'),
  route('provider-signup', 'plans/ui/CompanySignupPage.tsx'),
  route('auth', 'accounts/ui/AuthPage.tsx'),
  route('auth/confirm', 'accounts/links/ConfirmPage.tsx'),
  route('auth/reset', 'accounts/ui/ResetPage.tsx'),
  route('konto', 'accounts/ui/AccountPage.tsx'),
  // Gates and shell stand around every area; each area has its own address.
  layout('admin/shell/AdminPage.tsx', [route('admin/:area?', 'admin/shell/AreaPage.tsx')]),
  layout('dashboard/ui/DashboardPage.tsx', [
    route('dashboard', 'dashboard/overview/OverviewPage.tsx'),
    route('dashboard/kalender', 'bookings/diary/DiaryPage.tsx'),
    route('dashboard/buchungen', 'dashboard/bookings/BookingsPage.tsx'),
    route('dashboard/nachrichten', 'messages/dashboard/MessagesPage.tsx'),
    route('dashboard/leistungen', 'services/editing/ServicesPage.tsx'),
    route('dashboard/zeiten', 'calendars/hours/HoursPage.tsx'),
    route('dashboard/bewertungen', 'reviews/company/ReviewsPage.tsx'),
    route('dashboard/firmendaten', 'dashboard/company/CompanyPage.tsx'),
    route('dashboard/bilder', 'dashboard/company/ImagesPage.tsx'),
    route('dashboard/auszahlung', 'dashboard/ui/PayoutPage.tsx'),
  ]),
  route('provider-dashboard', 'dashboard/ui/ProviderDashboardPage.tsx'),
  route('verify-bank-update', 'payouts/bank/VerifyBankPage.tsx'),
  route('vertrag-widerrufen', 'withdrawals/ui/WithdrawalPage.tsx'),
  route('abmelden', 'mailings/ui/OptOutPage.tsx'),
  route('undo-bank-update', 'payouts/bank/UndoBankPage.tsx'),
  route('impressum', 'support/ui/LegalPage.tsx', { id: 'imprint' }),
  route('datenschutz', 'support/ui/LegalPage.tsx', { id: 'privacy' }),
  route('agb', 'support/ui/LegalPage.tsx', { id: 'customerTerms' }),
  route('agb-anbieter', 'support/ui/LegalPage.tsx', { id: 'companyTerms' }),
  route('widerrufsbelehrung', 'support/ui/LegalPage.tsx', { id: 'withdrawalPolicy' }),
  route('barrierefreiheit', 'support/ui/LegalPage.tsx', { id: 'accessibility' }),
  route('support', 'support/ui/SupportPage.tsx'),
  route('inhalt-melden', 'support/ui/ReportPage.tsx'),
  route('*', 'support/ui/NotFoundPage.tsx'),
] satisfies RouteConfig
