import { jsonBody } from '../http/body.ts'
import { fieldsOf, listOf, numberOf, textOf } from '../http/fields.ts'
import type { EventSubscriptions } from '../source.ts'
import { answerField } from './answer.ts'
import type { DouyinClient, Token } from './client.ts'

/** Events the product needs. Read receipts exist for mini-programs only, so their absence is no fault. */
const NEEDED_EVENTS = [
  'im_receive_msg',
  'im_send_msg',
  'im_enter_direct_msg',
  'im_recall_msg',
  'im_authorize',
  'authorize',
  'unauthorize',
  'item_comment_reply',
] as const

const ON = 1

export function douyinEvents(client: DouyinClient, appToken: () => Promise<string>): EventSubscriptions {
  const token = async (): Promise<Token> => ({ owner: 'app', value: await appToken() })

  return {
    async missing() {
      const path = '/event/status/list'
      const answer = await client.call({ method: 'GET', path, token: await token(), changes: false })
      const events = listOf(answerField(answer, 'list')).map(fieldsOf)
      const isOn = (name: string) =>
        events.some(({ event, status }) => textOf(event) === name && numberOf(status) === ON)
      return NEEDED_EVENTS.filter((name) => !isOn(name))
    },
    async turnOn(events) {
      const body = jsonBody({ list: events.map((event) => ({ event, status: ON })) })
      await client.call({ method: 'POST', path: '/event/status/update', token: await token(), body, changes: true })
    },
  }
}
