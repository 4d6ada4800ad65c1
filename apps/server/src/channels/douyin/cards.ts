import { LEAD_FIELDS, type LeadField } from '@ruwu/contract'
import { jsonBody } from '../http/body.ts'
import { type Fields, fieldsOf, listOf, numberOf, omitUndefined, textOf } from '../http/fields.ts'
import { PlatformError } from '../platform-error.ts'
import type { CardDraft, ChannelAccount, ChannelSource, PlatformCard } from '../source.ts'
import { accountToken } from './account-token.ts'
import { answerField } from './answer.ts'
import type { DouyinClient, DouyinCall } from './client.ts'

/** Numbers of the fields, read off the labels of returned data. */
const COMPONENTS: Record<LeadField, number> = { name: 1, phone: 2, city: 3 }
const STATES: Record<number, PlatformCard['state']> = { 1: 'usable', 2: 'reviewing', 3: 'refused' }

export function douyinCards(client: DouyinClient): ChannelSource['cards'] {
  const call = (account: ChannelAccount, what: Pick<DouyinCall, 'method' | 'path' | 'query' | 'body' | 'changes'>) =>
    client.call({
      ...what,
      query: { open_id: account.platformId, ...what.query },
      token: accountToken(account),
    })

  return {
    async list(account, type, { pageNo, pageSize }) {
      if (type !== 'lead_form') return { items: [], total: 0 }
      const answer = await call(account, { method: 'GET', path: '/im/get/retain_consult_card/', changes: false })
      const cards = listOf(answerField(answer, 'cards')).flatMap((card) => readCard(fieldsOf(card)))
      // The platform answers all of them; there are few.
      return { items: cards.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: cards.length }
    },
    async save(account, draft) {
      const answer = await call(account, {
        method: 'POST',
        path: '/im/save/retain_consult_card/',
        body: jsonBody(wireCard(draft)),
        changes: true,
      })
      const cardId = textOf(answerField(answer, 'card_id')) ?? draft.cardId
      if (cardId === undefined) throw new PlatformError('outcome_unknown')
      const { title, mediaId, fields } = draft
      return { cardId, cardType: 'lead_form', title, mediaId, fields, state: 'reviewing' }
    },
    async remove(account, cardId) {
      const path = '/im/del/retain_consult_card/'
      await call(account, { method: 'POST', path, query: { card_id: cardId }, changes: true })
    },
  }
}

function wireCard({ cardId, title, mediaId, fields }: CardDraft): object {
  const components = fields.map((field) => COMPONENTS[field])
  return omitUndefined({ card_id: cardId, title, media_id: mediaId, components })
}

function readCard(card: Fields): PlatformCard[] {
  const cardId = textOf(card.card_id)
  if (cardId === undefined) return []
  const components = new Set(listOf(card.components).map(numberOf))
  return [
    omitUndefined<PlatformCard>({
      cardId,
      cardType: 'lead_form',
      title: textOf(card.title) ?? '',
      mediaId: textOf(card.media_id),
      fields: LEAD_FIELDS.filter((field) => components.has(COMPONENTS[field])),
      state: STATES[numberOf(card.status) ?? 0] ?? 'reviewing',
    }),
  ]
}
