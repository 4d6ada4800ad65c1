import {
  CORE_BASE_PATH,
  REQUEST_ID_HEADER,
  type CallArgs,
  type Data,
  type Endpoint,
  type Envelope,
} from '@ruwu/contract'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'

/**
 * Calls the product with the session of a signed-in page. A sign-in of its own would end that session: an agent has one
 * at a time.
 */
export async function callAs<E extends Endpoint>(page: Page, endpoint: E, args: CallArgs<E>): Promise<Data<E>> {
  const { body, query = {} } = args as { body?: object; query?: Record<string, string> }
  const token = (await page.context().cookies()).find((it) => it.name === 'authorization')?.value
  const url = new URL(CORE_BASE_PATH + endpoint.path, page.url())
  url.search = new URLSearchParams(query).toString()
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      [REQUEST_ID_HEADER]: randomUUID().replaceAll('-', ''),
    },
    body: body && JSON.stringify(body),
  })
  const answer = (await response.json()) as Envelope<unknown>
  if (answer.code !== 1) throw new Error(`${endpoint.path}: ${answer.code} ${answer.msg}`)
  return endpoint.data.parse(answer.data) as Data<E>
}
