import type { World } from '../world/world.ts'

/** Accounts that were added for a while, with everything said on them. Customers who wrote to another account as well stay. */
export function removeAccounts(world: World, accountIds: ReadonlySet<string>): void {
  const { state } = world
  const isGone = (each: { accountId: string | null }) => each.accountId !== null && accountIds.has(each.accountId)
  const talks = Object.entries(state.conversations)
  const left = new Set(talks.flatMap(([, talk]) => (isGone(talk) ? [] : [`${talk.source}:${talk.customerId}`])))
  for (const [key, talk] of talks) {
    if (!isGone(talk)) continue
    delete state.conversations[key]
    const customer = `${talk.source}:${talk.customerId}`
    if (!left.has(customer)) delete state.customers[customer]
  }
  state.accounts = state.accounts.filter((account) => !isGone(account))
  state.comments = state.comments.filter((comment) => !isGone(comment))
  const { douyinCodes } = state.apps
  for (const [code, made] of Object.entries(douyinCodes)) if (isGone(made)) delete douyinCodes[code]
  for (const [id, delivery] of Object.entries(state.outbox)) if (isGone(delivery)) delete state.outbox[id]
  world.changed()
}
