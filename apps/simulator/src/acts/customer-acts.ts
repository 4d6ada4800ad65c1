import type { Simulator } from '../simulator.ts'
import type { CustomerAct, CustomerActRequest } from '../views.ts'
import { openCustomer, openTalk } from '../world/talk.ts'
import { cardActs } from './card-acts.ts'
import { entryActs } from './entry-acts.ts'
import { type MediaAct, mediaContent } from './media-content.ts'
import { type Act, type Acts, type Scene, sendAsCustomer } from './scene.ts'
import { standingActs } from './standing-acts.ts'

const say: Act<'text'> = (scene, { text }) => sendAsCustomer(scene, { type: 'text', text })
const sendMedia = (scene: Scene, act: MediaAct) =>
  sendAsCustomer(scene, mediaContent(scene.sim.world, scene.talk.account.source, act))

const ACTS: Acts<CustomerAct['do']> = {
  ...entryActs,
  ...cardActs,
  ...standingActs,
  text: say,
  image: sendMedia,
  video: sendMedia,
  voice: sendMedia,
  emoticon: sendMedia,
  share: sendMedia,
}

/** Performs a customer's act; an unknown customer id is created. Returns the id of a created message. */
export function actAsCustomer(sim: Simulator, request: CustomerActRequest, at = sim.world.now()): string | undefined {
  const { world } = sim
  const account = world.getAccount(request.source, request.accountId)
  const platform = sim.platforms[request.source]
  const customer = openCustomer(world, platform, request)
  const talk = openTalk(world, platform, account, customer)
  // The table pairs each act with its own function, which the compiler can't follow through a lookup.
  const act = ACTS[request.act.do] as (scene: Scene, act: CustomerAct) => string | undefined
  const messageId = act({ sim, talk, at }, request.act)
  world.changed()
  return messageId
}
