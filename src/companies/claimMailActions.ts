import { providerAddedMail } from './mails.ts'

/** The mail with a company's code, for slices below: one wording, whoever sends it. */
export const composeProviderAdded = (told: Parameters<typeof providerAddedMail>[0]) => providerAddedMail(told)
