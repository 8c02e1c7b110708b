import { sql } from 'kysely'

/** Whether an address is the account's, which is confirmed: it needs no link of its own. */
export const isAccountAddress = ({ userId, email }: { userId: string; email: string }) => sql<boolean>`(
    select lower(account.email) = lower(btrim(${email}))
    from users as account
    where account.id = ${userId}
  )`

/**
 * Where mail to a company goes: to its address once that is proven, else to its account's (docs/spec.md#company-email). `company` is the
 * name of the table in the query.
 */
export const mailboxOf = (company: string) => sql<string>`case
    when ${sql.ref(`${company}.emailProven`)} then ${sql.ref(`${company}.email`)}
    else coalesce(
      (
        select account.email
        from users as account
        where account.id = ${sql.ref(`${company}.userId`)}
      ),
      ${sql.ref(`${company}.email`)}
    )
  end`
