import { randomUUID } from 'node:crypto'
import {
  type AgentId,
  authApi,
  type CallArgs,
  CORE_BASE_PATH,
  type Data,
  type Endpoint,
  type EntId,
  type Envelope,
  REQUEST_ID_HEADER,
  type RoleId,
  SOCKET_PATH,
} from '@ruwu/contract'
import { TestSocket } from '@ruwu/testkit'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { digest, PASSWORD } from './password.ts'

export type Refusal = { code: number; msg: string; data: unknown }

/** An agent who calls the product through its contract, like the console. */
export class Person {
  readonly entId: EntId
  readonly id: AgentId
  readonly roleId: RoleId
  readonly name: string
  readonly telephone: string
  token = ''
  private readonly app: FastifyInstance
  private readonly address: string

  constructor(
    who: Pick<Person, 'entId' | 'id' | 'roleId' | 'name' | 'telephone'> & { app: FastifyInstance; address: string },
  ) {
    this.entId = who.entId
    this.id = who.id
    this.roleId = who.roleId
    this.name = who.name
    this.telephone = who.telephone
    this.app = who.app
    this.address = who.address
  }

  async signIn(password = PASSWORD): Promise<this> {
    const { token } = await this.call(authApi.login, {
      body: { telephone: this.telephone, password: digest(password) },
    })
    this.token = token
    return this
  }

  /** The raw answer, whatever it is. */
  async request<E extends Endpoint>(endpoint: E, args: CallArgs<E>, headers: Record<string, string> = {}) {
    const { query, body, file } = args as { query?: Record<string, string>; body?: object; file?: Blob }
    const form = file && (await formOf(body ?? {}, file))
    const response = await this.app.inject({
      method: endpoint.method,
      url: CORE_BASE_PATH + endpoint.path,
      ...(query ? { query } : {}),
      ...(body ? { payload: form?.payload ?? body } : {}),
      headers: {
        ...form?.headers,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(endpoint.method === 'GET' ? {} : { [REQUEST_ID_HEADER]: randomUUID().replaceAll('-', '') }),
        ...headers,
      },
    })
    return { status: response.statusCode, ...response.json<Envelope<unknown>>() }
  }

  /** The data of a call that must succeed. */
  async call<E extends Endpoint>(endpoint: E, args: CallArgs<E>, headers?: Record<string, string>): Promise<Data<E>> {
    const answer = await this.request(endpoint, args, headers)
    if (answer.code !== 1) throw new Error(`${endpoint.path} refused ${this.name}: ${answer.code} ${answer.msg}`)
    return endpoint.data.parse(answer.data) as Data<E>
  }

  /** The refusal of a call that must be refused. */
  async refused<E extends Endpoint>(endpoint: E, args: CallArgs<E>): Promise<Refusal> {
    const { code, msg, data } = await this.request(endpoint, args)
    if (code === 1) throw new Error(`${endpoint.path} was allowed to ${this.name}`)
    return { code, msg, data }
  }

  /** A socket that takes events and the chat protocol's frames; closed when the test ends. `query` as in `&frames=events`. */
  async connect(address = this.address, query = ''): Promise<TestSocket> {
    const socket = await TestSocket.open(`ws://${address}${SOCKET_PATH}?device=web&token=${this.token}${query}`)
    onTestFinished(() => socket.close())
    return socket
  }
}

/** Multipart body as a browser encodes it. */
async function formOf(fields: object, file: Blob): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('file', file)
  const written = new Response(form)
  const headers = { 'content-type': written.headers.get('content-type') ?? '' }
  return { payload: Buffer.from(await written.arrayBuffer()), headers }
}
