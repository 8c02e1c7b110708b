import { isIP } from 'node:net'
import { type EndedLock, unlockSignIns } from '#src/backoffice/admin/signIn/unlockActions.ts'
import { isEmail } from '#src/platform/kit/typed.ts'
import { CommandError, type Run } from './commands.ts'
import { commandAct, withApp } from './openApp.ts'

/** Ends locks of sign-ins and prints what it ended. */
export const run: Run = async ({ words: [address] }) => {
  if (address !== undefined && !isEmail(address) && !isIP(address))
    throw new CommandError(`'${address}' is neither an e-mail address nor an IP address.`)
  const ended = await withApp((app) => unlockSignIns(app, { address, ...commandAct('unlock') }))
  const whose = address ? `of ${address}` : 'of the operator'
  console.log(ended.length === 0 ? `No sign-in ${whose} was counted or locked.` : `Ended for sign-ins ${whose}:`)
  for (const lock of ended) console.log(`  ${sentenceOf(lock)}`)
  return 0
}

const names: Record<string, string> = {
  'admin:password': 'passwords of the operator by address',
  'admin:password-browser': 'passwords of the operator by known browser',
  'admin:password-all': 'passwords of the operator from all addresses',
  'code:admin': "sent codes of the operator's second step",
  'code:dashboard': "sent codes of the dashboard's second step",
  'mail:minute': 'mailed links of the last minute',
  'mail:hour': 'mailed links of the last hour',
  'mail:ip': 'mailed links by this connection',
  'sign-in:ip': 'sign-ins by this connection',
  'token:ip': 'opened links by this connection',
  passwords: 'wrong passwords',
  codes: 'wrong codes',
}

const sentenceOf = ({ name, keys, used }: EndedLock) => `${names[name] ?? name}: ${used}${keys > 1 ? ` over ${keys} counters` : ''}`
