import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page: path → file in a slice. */
export default [
  index('search/ui/HomePage.tsx'),
  route('search', 'search/ui/SearchPage.tsx'),
  route('service/:id', 'search/ui/ServicePage.tsx'),
  route('payment-success', 'bookings/ui/BookingReturnPage.tsx'),
  route('*', 'support/ui/NotFoundPage.tsx'),
] satisfies RouteConfig
