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

/** Calls the product over real HTTP as a signed-in agent. */
export class Caller {
  session: SignedIn | undefined
  private readonly url: string

  constructor(url: string) {
    this.url = url
  }

  async signIn(telephone: string, password: string): Promise<this> {
    const digest = createHash('sha256').update(password).digest('hex')
    this.session = await this.call(authApi.login, { body: { telephone, password: digest } })
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
        ...(this.session && { authorization: `Bearer ${this.session.token}` }),
      },
      ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: JSON.stringify(body ?? {}) }),
    })
    const answer = (await response.json()) as Envelope<unknown>
    if (answer.code !== 1) throw new Error(`${endpoint.path}: ${answer.code} ${answer.msg}`)
    return endpoint.data.parse(answer.data) as Data<E>
  }
}
