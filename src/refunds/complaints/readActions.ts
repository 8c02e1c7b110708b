import { complaintProblems } from '#src/bookings/complaints/rules.ts'
import type { App, Person } from '#src/server/app.ts'
import { type ListAsked, readListPage } from '#src/server/pages.ts'
import type { ComplaintList } from './rules.ts'
import { countComplaints, findComplaint, listComplaints, listComplaintsForExport } from './store.ts'

/** A page of the complaints, and how many match. */
export const readComplaints = (app: App, asked: ListAsked<ComplaintList>) =>
  readListPage(app.db, asked, { list: listComplaints, count: countComplaints })

/** One complaint with everything that is needed to decide it. Throws complaintProblems.unknown. */
export async function readComplaint(app: App, complaintId: string) {
  const found = await findComplaint(app.db, complaintId)
  if (!found) throw complaintProblems.unknown()
  return { ...found, bookingTime: found.bookingTime.slice(0, 5) }
}

/** What a person reported, and what became of it. */
export const exportComplaints = (app: App, { email }: Person) => listComplaintsForExport(app.db, email)
