import { createHash, randomUUID } from 'node:crypto'
import {
  authApi,
  type CallArgs,
  CORE_BASE_PATH,
  type Data,
  type Endpoint,
  type Envelope,
  REQUEST_ID_HEADER,
  type SignedIn,
} from '@ruwu/contract'
import type { Page } from 'playwright-core'

/** Calls the product over real HTTP as a signed-in agent. */
export class Caller {
  session: SignedIn | undefined
  private readonly url: string
  private token: string

  constructor(url: string, token = '') {
    this.url = url
    this.token = token
  }

  async signIn(telephone: string, password: string): Promise<this> {
    const digest = createHash('sha256').update(password).digest('hex')
    this.session = await this.call(authApi.login, { body: { telephone, password: digest } })
    this.token = this.session.token
    return this
  }

  async call<E extends Endpoint>(endpoint: E, args: CallArgs<E>): Promise<Data<E>> {
    const { body, query } = args as { body?: object; query?: Record<string, string> }
    const search = query ? `?${new URLSearchParams(query).toString()}` : ''
    const response = await fetch(this.url + CORE_BASE_PATH + endpoint.path + search, {
      method: endpoint.method,
      headers: {
        'content-type': 'application/json',
        [REQUEST_ID_HEADER]: randomUUID().replaceAll('-', ''),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      },
      ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: JSON.stringify(body ?? {}) }),
    })
    const answer = (await response.json()) as Envelope<unknown>
    if (answer.code !== 1) throw new Error(`${endpoint.path}: ${answer.code} ${answer.msg}`)
    return endpoint.data.parse(answer.data) as Data<E>
  }
}

/**
 * Calls the product with the session of a signed-in page. A sign-in of its own would end that session: an agent has one
 * at a time.
 */
export async function callAs<E extends Endpoint>(page: Page, endpoint: E, args: CallArgs<E>): Promise<Data<E>> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'authorization')?.value ?? ''
  return new Caller(new URL(page.url()).origin, token).call(endpoint, args)
}
