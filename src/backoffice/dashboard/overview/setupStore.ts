import type { Database } from '#src/platform/server/db.ts'

/** Finds the setup steps that a company has completed. */
export const findSetup = (db: Database, companyId: string) =>
  db
    .selectFrom('companies as company')
    .select(['company.plan', 'company.legalForm', 'company.street', 'company.logoUrl', 'company.galleryImages', 'company.verified'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('services')
          .select('services.id')
          .whereRef('services.companyId', '=', 'company.id')
          .where('services.hiddenAt', 'is', null),
      ).as('hasServices'),
      exists(selectFrom('openingHours').select('openingHours.companyId').whereRef('openingHours.companyId', '=', 'company.id')).as(
        'hasHours',
      ),
      exists(selectFrom('bankDetails').select('bankDetails.companyId').whereRef('bankDetails.companyId', '=', 'company.id')).as('hasBank'),
      exists(
        selectFrom('payoutAccounts')
          .select('payoutAccounts.companyId')
          .whereRef('payoutAccounts.companyId', '=', 'company.id')
          .where('payoutAccounts.canBePaid', '=', true)
          .whereRef('payoutAccounts.confirmedTarget', '=', 'payoutAccounts.target'),
      ).as('hasAccount'),
      exists(
        selectFrom('verificationRequests')
          .select('verificationRequests.id')
          .whereRef('verificationRequests.companyId', '=', 'company.id')
          .where('verificationRequests.status', '=', 'open'),
      ).as('hasAsked'),
    ])
    .where('company.id', '=', companyId)
    .executeTakeFirst()
