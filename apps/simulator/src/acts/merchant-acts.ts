import type { Simulator } from '../simulator.ts'
import type { MerchantAct, MerchantActRequest } from '../views.ts'
import { ControlRefusal } from '../world/refusal.ts'
import { newAccount } from '../world/seed-accounts.ts'
import type { Account } from '../world/state.ts'
import { addOutbound, openCustomer, openTalk, type Talk } from '../world/talk.ts'

type MerchantResult = { messageId?: string; staffId?: string }
type Scene = { sim: Simulator; account: Account; at: number }
type Act<T> = (scene: Scene, act: Extract<MerchantAct, { do: T }>) => MerchantResult

function talkWith({ sim, account }: Scene, customerId: string): Talk {
  const platform = sim.platforms[account.source]
  return openTalk(
    sim.world,
    platform,
    account,
    openCustomer(sim.world, platform, { source: account.source, customerId }),
  )
}

function requireRedbook(account: Account): void {
  if (account.source !== 'redbook') throw new ControlRefusal('该平台没有员工号')
}

const ACTS: { [T in MerchantAct['do']]: Act<T> } = {
  text(scene, { customerId, text }) {
    const talk = talkWith(scene, customerId)
    const messageId = scene.sim.platforms[talk.account.source].newMessageId('merchant')
    const message = addOutbound(talk, messageId, 'app', { type: 'text', text }, scene.at)
    scene.sim.emit({ kind: 'echo', ...talk, message })
    return { messageId }
  },

  recall(scene, { customerId, messageId }) {
    const talk = talkWith(scene, customerId)
    const message = talk.conversation.messages.find((one) => one.messageId === messageId && one.from === 'merchant')
    if (!message || message.recalledBy) throw new ControlRefusal('没有可以撤回的消息')
    message.recalledBy = 'merchant'
    scene.sim.emit({ kind: 'recall', ...talk, message, at: scene.at })
    return {}
  },

  revoke({ sim, account, at }) {
    const { authorisation } = account
    if (!authorisation) throw new ControlRefusal('该账号没有授权')
    const { scopes, accountCode } = authorisation
    // Emitted before unbinding: afterwards no webhook of this account is sent.
    sim.emit({ kind: 'unbound', account, scopes, accountCode, at })
    account.authorisation = null
    return {}
  },

  release_elsewhere({ account }) {
    if (account.standing !== 'bound_elsewhere') throw new ControlRefusal('该账号没有授权给其他服务商')
    account.standing = 'certified'
    return {}
  },

  staff_add({ sim, account, at }, { name }) {
    requireRedbook(account)
    const staffId = sim.world.ids.hex24('staff')
    const { source, city, accountId } = account
    const staff = newAccount({
      source,
      accountId: staffId,
      name,
      city,
      avatar: 'asset/staff-he.png',
      mainId: accountId,
    })
    sim.world.state.accounts.push(staff)
    sim.emit({ kind: 'staff', account: staff, main: account, state: 'authorised', at })
    return { staffId }
  },

  staff_set({ sim, account, at }, { staffId, state }) {
    requireRedbook(account)
    const staff = sim.world.staffOf(account).find((one) => one.accountId === staffId)
    if (!staff) throw new ControlRefusal('没有这个员工号')
    staff.staffState = state
    sim.emit({ kind: 'staff', account: staff, main: account, state, at })
    return {}
  },

  auto_reply({ account }, { isOn }) {
    account.isAutoReplyOn = isOn
    return {}
  },

  ad_spend({ account }, { yuan }) {
    account.adSpend = yuan
    return {}
  },

  ban({ account }, { isOn }) {
    account.isBanned = isOn
    return {}
  },
}

/** Does one thing in the merchant's own app. */
export function actAsMerchant(sim: Simulator, request: MerchantActRequest, at = sim.world.now()): MerchantResult {
  const account = sim.world.getAccount(request.source, request.accountId)
  // The table pairs each act with its own function, which the compiler can't follow through a lookup.
  const act = ACTS[request.act.do] as (scene: Scene, act: MerchantAct) => MerchantResult
  const result = act({ sim, account, at }, request.act)
  sim.world.changed()
  return result
}
