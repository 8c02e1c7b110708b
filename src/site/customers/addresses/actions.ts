import type { App, Person } from '#src/platform/server/app.ts'
import { customerLimits, customerProblems } from '../rules.ts'
import { lockAccount } from '../store.ts'
import { clearDefault, deleteAddress, insertAddress, listAddresses, updateAddress } from './store.ts'

export const readAddresses = async (app: App, userId: string) => ({ addresses: await listAddresses(app.db, userId) })

type Saved = { userId: string; id?: string | undefined; label: string; line: string; isDefault: boolean }

/** Creates or changes an address; the first one becomes the default. Throws customerProblems. */
export const saveAddress = (app: App, { id, ...address }: Saved) =>
  app.db.transaction().execute(async (tx) => {
    const { userId } = address
    await lockAccount(tx, userId)
    const saved = await listAddresses(tx, userId)
    const others = saved.filter((one) => one.id !== id)
    if (id === undefined && saved.length >= customerLimits.addresses) throw customerProblems.tooManyAddresses()
    const isDefault = address.isDefault || others.every((one) => !one.isDefault)
    if (isDefault) await clearDefault(tx, userId)
    if (id === undefined) return void (await insertAddress(tx, { ...address, isDefault }))
    if (!(await updateAddress(tx, { ...address, id, isDefault }))) throw customerProblems.addressUnknown()
  })

/** Deletes an address. Throws customerProblems.addressUnknown. */
export async function removeAddress(app: App, asked: { id: string; userId: string }) {
  if (!(await deleteAddress(app.db, asked))) throw customerProblems.addressUnknown()
}

/** Returns a person's addresses, for the export of personal data. */
export const exportAddresses = (app: App, { userId }: Person) => listAddresses(app.db, userId)
