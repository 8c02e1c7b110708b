import { complaintProblems } from '#src/orders/bookings/complaints/rules.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import type { ComplaintList } from './rules.ts'
import { countComplaints, findComplaint, listComplaints, listComplaintsForExport } from './store.ts'

/** Returns one page of the complaints, and the number that match. */
export const readComplaints = (app: App, asked: ListRequest<ComplaintList>) =>
  readListPage(app.db, asked, { list: listComplaints, count: countComplaints })

/** Returns a complaint with all data needed for the decision. Throws complaintProblems.unknown. */
export async function readComplaint(app: App, complaintId: string) {
  const found = await findComplaint(app.db, complaintId)
  if (!found) throw complaintProblems.unknown()
  return { ...found, bookingTime: found.bookingTime.slice(0, 5) }
}

/** Returns a person's complaints and their outcome, for the data export. */
export const exportComplaints = (app: App, { email }: Person) => listComplaintsForExport(app.db, email)
