import { cluster, leader, setting, synchronousStandby } from './machines.ts'

/** Fault that is injected, lasts some seconds, and is over when the returned function has run. */
export type Fault = { name: string; title: string; seconds: number; inject: () => Promise<() => Promise<unknown>> }

/** Longer than a failover may take. */
const aWhile = 45

async function toNode(find: () => Promise<string>, begin: string, end: string) {
  const node = await find()
  await cluster(begin, node)
  return () => cluster(end, node)
}

async function block(port: string) {
  await cluster('block', setting(port))
  return () => cluster('unblock')
}

export const faults: readonly Fault[] = [
  { name: 'none', title: 'no fault', seconds: 30, inject: async () => async () => undefined },
  {
    name: 'kill-leader',
    title: 'the leader loses power',
    seconds: aWhile,
    inject: () => toNode(leader, 'kill-node', 'start-node'),
  },
  {
    name: 'pause-leader',
    title: 'the leader hangs, as a paused virtual machine, and wakes up again',
    seconds: aWhile,
    inject: async () => {
      const node = await leader()
      await cluster('cut-node', node)
      await cluster('freeze-node', node)
      return async () => {
        await cluster('join-node', node)
        await cluster('thaw-node', node)
      }
    },
  },
  {
    name: 'freeze-leader',
    title: "the leader's processes hang while its kernel answers, and wake up again",
    seconds: aWhile,
    inject: () => toNode(leader, 'freeze-node', 'thaw-node'),
  },
  {
    name: 'cut-leader',
    title: "the leader's network is cut: every packet is lost",
    seconds: aWhile,
    inject: () => toNode(leader, 'cut-node', 'join-node'),
  },
  {
    name: 'fill-disk',
    title: "the leader's disk is full",
    seconds: aWhile,
    inject: () => toNode(leader, 'fill-disk', 'free-disk'),
  },
  {
    name: 'freeze-standby',
    title: 'the synchronous standby hangs',
    seconds: aWhile,
    inject: () => toNode(synchronousStandby, 'freeze-node', 'thaw-node'),
  },
  {
    name: 'kill-app',
    title: 'a server of the product loses power',
    seconds: 30,
    // The writes go through the other one.
    inject: () => toNode(async () => '2', 'kill-app', 'start-app'),
  },
  { name: 'stop-mail', title: 'the mail server does not answer', seconds: 30, inject: () => block('MAIL_PORT') },
  { name: 'stop-storage', title: 'the object storage does not answer', seconds: 30, inject: () => block('S3_PORT') },
  { name: 'stop-psp', title: 'the payment provider does not answer', seconds: 30, inject: () => block('SANDBOX_PORT') },
]
