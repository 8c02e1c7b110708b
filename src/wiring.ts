import { accountsHttp } from '#src/accounts/http.ts'
import { accountsJobs } from '#src/accounts/jobs.ts'
import { findSession } from '#src/accounts/sessionActions.ts'
import { findAdmin } from '#src/admin/actions.ts'
import { adminHttp } from '#src/admin/http.ts'
import { exportBookings } from '#src/bookings/actions.ts'
import { bookingsHttp } from '#src/bookings/http.ts'
import { bookingHooks } from '#src/bookings/paidActions.ts'
import { exportCompanies, mayDeleteOwner } from '#src/companies/actions.ts'
import { companiesHttp } from '#src/companies/http.ts'
import { filesHttp } from '#src/files/http.ts'
import { filesJobs } from '#src/files/jobs.ts'
import { paymentsHttp } from '#src/payments/http.ts'
import { paymentsJobs } from '#src/payments/jobs.ts'
import { perMinute, searchHttp } from '#src/search/http.ts'
import type { AnyEndpoint } from '#src/server/endpoint.ts'
import type { Hooks } from '#src/server/hooks.ts'
import type { PageLimit } from '#src/server/http.ts'
import type { AnyJob } from '#src/server/jobs.ts'
import { mailJob, secretMailJob } from '#src/server/mail/mail.ts'
import { machineJobs } from '#src/server/sweeps.ts'

/** What the slices contribute, listed once: main.ts wires it into a process, the tests into a cloned database. */
export const operations: readonly AnyEndpoint[] = [
  ...searchHttp,
  ...filesHttp,
  ...bookingsHttp,
  ...paymentsHttp,
  ...accountsHttp,
  ...companiesHttp,
  ...adminHttp,
]
export const jobs: readonly AnyJob[] = [...machineJobs, mailJob, secretMailJob, ...accountsJobs, ...filesJobs, ...paymentsJobs]
export const pageLimits: readonly PageLimit[] = [{ pattern: '/search', limits: perMinute }]
export const hooks: Hooks = {
  ...bookingHooks,
  findSession,
  findAdmin,
  exportPerson: { companies: exportCompanies, bookings: exportBookings },
  mayDeleteAccount: { companies: mayDeleteOwner },
}
