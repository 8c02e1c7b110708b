type Insiders = { userId: string | null; email: string; ownerEmail: string | null }

/** True if a session belongs to the company's account or to one of its addresses. */
export const isOwnSession = (company: Insiders, session: { userId: string; email: string } | undefined) =>
  session !== undefined && (session.userId === company.userId || isOwnAddress(company, session.email))

/** True if an address is the company's or its owner's, even with a '+' suffix. */
export const isOwnAddress = (company: Insiders, email: string) =>
  [company.email, company.ownerEmail].some((own) => own !== null && mailbox(own) === mailbox(email))

const mailbox = (email: string) =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '')
