import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page: path → file in a slice. */
export default [
  index('search/ui/HomePage.tsx'),
  route('search', 'search/ui/SearchPage.tsx'),
  route('service/:id', 'search/ui/ServicePage.tsx'),
  route('bewerten', 'reviews/ui/ReviewPage.tsx'),
  route('bewertung-bestaetigen', 'reviews/ui/ReviewConfirmPage.tsx'),
  route('payment-success', 'bookings/ui/BookingReturnPage.tsx'),
  route('payment-success-provider', 'plans/ui/SubscriptionReturnPage.tsx'),
  route('provider-signup', 'plans/ui/ProviderSignupPage.tsx'),
  route('auth', 'accounts/ui/AuthPage.tsx'),
  route('auth/confirm', 'accounts/ui/ConfirmPage.tsx'),
  route('auth/reset', 'accounts/ui/ResetPage.tsx'),
  route('konto', 'accounts/ui/AccountPage.tsx'),
  // Gates and shell stand around every area; each area has its own address.
  layout('admin/ui/AdminPage.tsx', [route('admin/:area?', 'admin/ui/AreaPage.tsx')]),
  layout('dashboard/ui/DashboardPage.tsx', [
    route('dashboard', 'dashboard/ui/OverviewPage.tsx'),
    route('dashboard/buchungen', 'dashboard/ui/BookingsPage.tsx'),
    route('dashboard/bewertungen', 'dashboard/ui/ReviewsPage.tsx'),
    route('dashboard/firmendaten', 'dashboard/ui/CompanyPage.tsx'),
    route('dashboard/bilder', 'dashboard/ui/ImagesPage.tsx'),
    route('dashboard/auszahlung', 'dashboard/ui/PayoutPage.tsx'),
  ]),
  route('provider-dashboard', 'dashboard/ui/ProviderDashboardPage.tsx'),
  route('verify-bank-update', 'payouts/ui/VerifyBankPage.tsx'),
  route('abmelden', 'mailings/ui/OptOutPage.tsx'),
  route('undo-bank-update', 'payouts/ui/UndoBankPage.tsx'),
  route('*', 'support/ui/NotFoundPage.tsx'),
] satisfies RouteConfig
