type Insiders = { userId: string | null; email: string; ownerEmail: string | null }

/** Whether a session belongs to the company's account or to one of its addresses. */
export const isOwnSession = (company: Insiders, session: { userId: string; email: string } | undefined) =>
  session !== undefined && (session.userId === company.userId || isOwnAddress(company, session.email))

/** Whether an address is the company's or its owner's, also with a '+' suffix. */
export const isOwnAddress = (company: Insiders, email: string) =>
  [company.email, company.ownerEmail].some((own) => own !== null && mailbox(own) === mailbox(email))

const mailbox = (email: string) =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '')
