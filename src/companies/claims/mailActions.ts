import { companyAddedMail } from '../mails.ts'

/** The mail with a company's code, for slices below: one wording, whoever sends it. */
export const composeCompanyAdded = (told: Parameters<typeof companyAddedMail>[0]) => companyAddedMail(told)
