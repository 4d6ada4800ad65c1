import type { PlatformCall } from '../calls/platform-call.ts'
import type { Route } from '../calls/platform-route.ts'
import type { Simulator } from '../simulator.ts'
import { CARD_COMPONENTS } from '../world/catalogue.ts'
import type { Account } from '../world/state.ts'
import { imAnswer } from './answers.ts'
import { IM_CODES, knownFields, merchantOf, textOf } from './caller.ts'
import { refuse } from './codes.ts'
import { guarded } from './guarded.ts'

const SAVE_FIELDS = ['card_id', 'title', 'media_id', 'components']
/** 1 usable, 2 under review, 3 refused. */
const USABLE = 1

export function cardRoutes(sim: Simulator): Route[] {
  const { world } = sim

  function ownerOf(call: PlatformCall): Account {
    const account = merchantOf(world, call, 'im.message_card', IM_CODES)
    if (account.standing === 'uncertified') throw refuse(2112001)
    return account
  }

  const save = guarded(sim, 'im', (call) => {
    const account = ownerOf(call)
    const fields = knownFields(world, call, SAVE_FIELDS, 28001007)
    const title = textOf(fields, 'title', 28001007)
    const mediaId = textOf(fields, 'media_id', 28001007)
    const components = Array.isArray(fields.components) ? fields.components.map(Number) : []
    const isFine = components.length > 0 && components.every((component) => Object.hasOwn(CARD_COMPONENTS, component))
    if (!isFine) throw refuse(28001007, 'components')
    if (world.state.images[mediaId] === undefined) throw refuse(28001007, 'media_id')
    const known = account.cards.find(({ cardId }) => cardId === fields.card_id)
    if (fields.card_id !== undefined && !known) throw refuse(28001007, 'card_id')
    const card = { cardId: known?.cardId ?? world.ids.douyin('card'), title, mediaId, components, status: USABLE }
    account.cards = [...account.cards.filter(({ cardId }) => cardId !== card.cardId), card]
    world.changed()
    return imAnswer(world, { card_id: card.cardId })
  })

  const list = guarded(sim, 'im', (call) => {
    const cards = ownerOf(call).cards.map(({ cardId, title, mediaId, components, status }) => ({
      card_id: cardId,
      title,
      media_id: mediaId,
      components,
      status,
    }))
    // The pages disagree on where the list sits, so both happen.
    return imAnswer(world, { cards }, world.chance('douyin.cardsPlace', 0.5) ? 'data' : 'top')
  })

  const remove = guarded(sim, 'im', (call) => {
    const account = ownerOf(call)
    const kept = account.cards.filter(({ cardId }) => cardId !== call.query.card_id)
    if (kept.length === account.cards.length) throw refuse(28001007, 'card_id')
    account.cards = kept
    world.changed()
    return imAnswer(world, {})
  })

  return [
    { method: 'POST', path: '/im/save/retain_consult_card/', name: 'card.save', handle: save },
    { method: 'GET', path: '/im/get/retain_consult_card/', name: 'card.list', handle: list },
    { method: 'POST', path: '/im/del/retain_consult_card/', name: 'card.remove', handle: remove },
  ]
}
