import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { CompanyColumns } from '../fields/columns.ts'
import { type OperatorName, operatorNames, schemasOf } from '../fields/fields.ts'
import { categoryField, lenientRate } from '../fields/schemas.ts'
import { type Category, parseCategory } from '../rules.ts'

/** The operator's alternative names of categories (docs/spec.md#categories), mapped to one of the 11. */
export const categoryAliases: Readonly<Record<string, Category>> = {
  Reparaturen: 'Wartung',
  'Garten & Landschaft': 'Garten',
  'Umzug & Transport': 'Transport',
  'IT & Technik': 'IT-Services',
  Sonstige: 'Sonstiges',
}

/** Parses a category by its own or the operator's name; undefined if it is neither. */
export const parseCategoryAlias = (text: string): Category | undefined =>
  parseCategory(Object.hasOwn(categoryAliases, text) ? categoryAliases[text] : text)

export const operatorTexts = { planFollows: 'Der Plan folgt dem Abonnement.' } as const

export const operatorProblems = problemsOf('companies', {
  notFound: [404, 'Diesen Anbieter gibt es nicht mehr.'],
  sameCompany: [409, 'Diesen Anbieter gibt es schon: gleicher Firmenname und gleiche E-Mail-Adresse.'],
  changedMeanwhile: [409, 'Dieser Anbieter wurde inzwischen geändert. Laden Sie den neuen Stand und prüfen Sie Ihre Eingaben.'],
  isArchived: [409, 'Dieser Anbieter ist archiviert und kann nicht mehr geändert werden.'],
  isSuspended: [409, 'Dieser Anbieter ist schon gesperrt.'],
  notSuspended: [409, 'Dieser Anbieter ist nicht gesperrt.'],
  isClaimed: [409, 'Dieser Anbieter gehört schon zu einem Konto. Ein Code ist nicht mehr nötig.'],
})

/** Company fields in the operator's form, more lenient than an owner's (docs/spec.md#operator-company-form). */
export const operatorForm = z.object({ ...schemasOf(operatorNames), category: categoryField(parseCategoryAlias), hourly_rate: lenientRate })

/** Fields of that form as columns; postcode and town, used by the search, are read from the location. */
export type OperatorFields = CompanyColumns<OperatorName> & { postcode: string | null; town: string | null }
/** Columns of that form, and the ones that only the operator changes. */
export type OperatorChange = OperatorFields & { plan: 'basic' | 'premium'; premium: boolean; verified: boolean }
